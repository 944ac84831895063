// The verdict on records of games and on what was kept of them, with the check at which it fell.

import { claim, raw, readJson } from "./strict.mjs";
import { checkChain, checkDraws, checkEntries, checkHeader, checkShares, recordsOf } from "./record.mjs";
import { keptHeads, readReceipt } from "./kept.mjs";

/** The words of verdicts, from the best; `not checked` is of a browser that lacks what is needed. */
export const VERDICTS = [
  "consistent", "a prefix", "not a fair game", "another game", "another kind", "malformed", "not checked", "refused",
];

/** What is checked, in this order; the games' rules are not. */
export const CHECKS = ["form", "chain", "opening", "commitments", "shares", "kept", "draws"];

/** What was kept outside of a record; `receipts` and `journals` are `{name, bytes}`, `deals` maps ids to seeds. */
export const kept = (given = {}) => ({ seen: [], keys: [], deals: new Map(), receipts: [], journals: [], ...given });

/** The reports on the records in a document: `{verdict, check, where, told, remarks, draws, holds}` each; what there was
 * nothing of to check, no receipt or shared seed, is not among the checks that hold. */
export async function examined({ name, bytes }, outside = kept()) {
  const found = [];
  try {
    for (const record of recordsOf(readJson(bytes, name), name)) found.push(await examine(record, outside));
  } catch (fault) {
    found.push(failed(report(), "form", fault));
  }
  return found;
}

/** Of receipts beside games: a report on each that is of none of these, or has not the form of one. */
export function strangers(receipts, games) {
  return receipts.flatMap((receipt) => {
    try {
      const { game } = readReceipt(receipt);
      if (games.includes(game)) return [];
      return [{ ...report(), verdict: "another game", check: "kept", told: `${receipt.name} is a receipt of ${game}` }];
    } catch (fault) {
      return [failed(report(), "kept", fault)];
    }
  });
}

/** The worst verdict of some reports. */
export const worst = (reports) => VERDICTS[Math.max(...reports.map(({ verdict }) => VERDICTS.indexOf(verdict)))];

const report = (id = null) => ({ id, verdict: "refused", check: null, where: null, told: "", remarks: [], draws: [], holds: [] });

async function examine(record, outside) {
  const found = report(record.id);
  const holds = (check, next) => (found.holds.push(check), next);
  let at = holds("form", "chain");
  try {
    await checkChain(record.events, record.head);
    at = holds(at, "opening");
    await checkHeader(record);
    const { deal, seed } = seedOf(record, outside.deals);
    at = holds(at, "commitments");
    await checkEntries(record, seed);
    at = holds(at, "shares");
    const shares = await checkShares(record);
    at = shares.length > 0 ? holds(at, "kept") : "kept";
    const { heads, remarks } = await checkKept(record, outside);
    at = heads > 0 ? holds(at, "draws") : "draws";
    found.remarks = [...remarks, ...shares, ...operatorsActs(record)];
    if (seed === null) return { ...found, verdict: "a prefix", told: "the game goes on, or its seed is kept back" };
    const given = await checkDraws(record, seed, deal, (draw) => found.draws.push(draw));
    if (given > 0) return { ...found, verdict: "not a fair game", check: at, told: `${given} draws were given` };
    holds(at);
    return { ...found, verdict: "consistent" };
  } catch (fault) {
    return failed(found, at, fault);
  }
}

function failed(found, check, fault) {
  const lacks = fault.name === "NotSupportedError" || globalThis.crypto?.subtle === undefined;
  const verdict = lacks ? "not checked" : (fault.word ?? "refused");
  return { ...found, verdict, check, where: fault.where ?? null, told: fault.message };
}

/** The deal of a game and its seed, if it is known: told at the end, or revealed for the deal. */
function seedOf(record, deals) {
  const [earlier, last] = [record.events.slice(0, -1), record.events.at(-1)];
  claim(earlier.every((entry) => entry.type !== "GameClosed"), "the record", "it goes on after its end");
  const deal = record.events[0].data.terms.deal ?? null;
  const own = last.data.seed ?? null;
  claim(deal === null || own === null, last.version, "it tells the seed of a deal");
  const told = deal === null ? own : (deals.get(deal) ?? null);
  return { deal, seed: last.type === "GameClosed" && told !== null ? raw(told) : null };
}

/** How many heads were kept, which the record has, and remarks on where they come from. */
async function checkKept(record, outside) {
  const { heads, remarks } = await keptHeads(record, outside);
  for (const [version, head] of heads) {
    claim(record.events[version - 1]?.hash === head, version, "its hash is not the head that was kept");
  }
  return { heads: heads.length, remarks };
}

function operatorsActs(record) {
  const acts = record.events.filter((entry) => entry.by === "operator");
  return acts.map((entry) => `an operator acted at version ${entry.version}: ${entry.action.what ?? null}`);
}
