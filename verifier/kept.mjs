// Holds a record against what was kept outside of it: receipts and journals. `docs/log-format.md` says what they are.

import { canonical, isIncluded, isSigned, joined, leafHash, signedCheckpoint, utf8 } from "./verify.mjs";
import { HASH, SIGNATURE, claim, claimForm, claimListed, claimListing, claimTexts } from "./strict.mjs";
import { isList, isMap, isNumber, isText, raw, readJson } from "./strict.mjs";
import { checkChain } from "./record.mjs";

const RECEIPT = { game: isText, version: isNumber, head: isText, signature: isText };
const PROOF = { entry: isMap, proof: isList, checkpoint: isText };
const JOURNAL = { format: isText, entries: isList, head: isText };
const OF_THE_GAME = ["ReservationListed", "StartListed"];
const LISTED_AS = new Map([["GameOpened", "ReservationListed"], ["GameStarted", "StartListed"], ["GameClosed", "EndListed"]]);
const A_DAY = 86400; // seconds by which a journal may seem later than it was taken, by a clock that was ahead
const EVENT_OF = new Map([["StartListed", "GameStarted"], ["EndListed", "GameClosed"]]);

const HEAD = /^([1-9][0-9]{0,14}):([0-9a-f]{64})$/i;
const SEED = /^(.+):([0-9a-f]{64})$/i;
const KEY = /^([0-9a-f]{64})$/i;

/** What a reader has typed, lists of lines: `{seen, keys, deals}`. An error names the line that is none of its kind: that
 * says nothing of a record. */
export function readTyped({ heads, keys, deals }) {
  const read = (lines, form, name) => lines.map((line) => {
    const found = form.exec(line);
    if (found === null) throw new Error(`${line} is no ${name}`);
    return found.slice(1, -1).concat(found.at(-1).toLowerCase());
  });
  return {
    seen: read(heads, HEAD, "VERSION:HEAD").map(([version, head]) => [Number(version), head]),
    keys: read(keys, KEY, "key, 32 bytes in hex").flat(),
    deals: new Map(read(deals, SEED, "ID:SEED")),
  };
}

/** A receipt from a file: alone, or in a whole answer. */
export function readReceipt({ name, bytes }) {
  const found = readJson(bytes, name);
  const said = isMap(found) && "receipt" in found ? found.receipt : found;
  claimForm(said, name, RECEIPT, { listed: isMap });
  if ("listed" in said) claimForm(said.listed, name, PROOF);
  claimTexts([said.head, ...(said.listed?.proof ?? [])], name, HASH);
  claimTexts([said.signature], name, SIGNATURE);
  return said;
}

/** `[version, head]` of all that was kept outside, and remarks on it. `kept` has `seen`, `keys`, `receipts`, `journals`. */
export async function keptHeads(record, kept) {
  const [heads, keys, remarks] = [[...kept.seen], [...kept.keys], []];
  for (const journal of kept.journals) {
    const entries = await readJournal(journal);
    heads.push(...listedHeads(record, entries));
    keys.push(...entries.filter((entry) => entry.type === "KeyListed").map((entry) => entry.data.key));
  }
  for (const receipt of kept.receipts) {
    const said = readReceipt(receipt);
    const message = joined("nightledger/receipt/1", said.game, said.version, raw(said.head));
    claim(await isSignedByAny(keys, message, said.signature), receipt.name, "no key known here signed it");
    if (said.game !== record.id) continue;
    heads.push([said.version, said.head]);
    if (!("listed" in said)) continue;
    heads.push(...(await headsUnderCheckpoint(record, said.listed, keys)));
    remarks.push(`${receipt.name}: ${said.listed.entry.type} stood in the journal ${byWhen(record, said.version)}`);
  }
  return { heads, remarks };
}

async function isSignedByAny(keys, message, signature) {
  for (const key of keys) if (await isSigned(raw(key), message, raw(signature, 64))) return true;
  return false;
}

/** Whether it was so before the first move, at the latest: that of the first command after the start. */
function byWhen(record, version) {
  const start = record.events.find((entry) => entry.type === "GameStarted")?.command ?? Infinity;
  const early = record.events.slice(0, version).every((entry) => entry.command <= start);
  return early ? "before the first move" : `by version ${version}`;
}

async function readJournal({ name, bytes }) {
  const journal = readJson(bytes, name);
  claim(isMap(journal) && journal.format === "nightledger/journal/1", name, "it is no journal", "malformed");
  claimForm(journal, name, JOURNAL);
  journal.entries.forEach((entry, at) => claimListing(entry, `${name}: entry ${at + 1}`));
  await checkChain(journal.entries, journal.head);
  return journal.entries;
}

/** What an entry of the journal lists of a game, if a signed checkpoint's tree holds it. */
async function headsUnderCheckpoint(record, { entry, proof, checkpoint }, keys) {
  const here = "the receipt";
  claimListed(entry, here);
  claim(OF_THE_GAME.includes(entry.type), here, `it holds no listing of a game, but ${entry.type}`);
  const { size, head } = await checkpointUnder(checkpoint, keys);
  const leaf = await leafHash(utf8.encode(canonical(entry)));
  const held = await isIncluded(leaf, entry.version - 1, size, proof.map((node) => raw(node)), head);
  claim(held, here, "the proof does not lead from the entry to the checkpoint");
  const same = entry.data.id === record.id && entry.data.commitment === record.events[0].data.commitment;
  claim(same, here, "it lists another game, or another commitment");
  return listedHead(record, entry);
}

async function checkpointUnder(note, keys) {
  for (const key of keys) {
    const found = await signedCheckpoint(note, raw(key));
    if (found !== null) return found;
  }
  return claim(false, "the checkpoint", "no key known here signed it");
}

/** Version and head of the start or end that an entry of the journal lists, if it lists one: it is that event. */
function listedHead(record, { type, data }) {
  if (!EVENT_OF.has(type)) return [];
  const at = data.version;
  const told = record.events.filter((entry) => entry.version === at);
  const fits = told.length === 1 && told[0].type === EVENT_OF.get(type) && told[0].data.cause === data.cause;
  claim(fits, "the journal", `it lists another event as ${EVENT_OF.get(type)}, or another cause`);
  return [[at, data.head]];
}

/** Version and head of the game's start and end in the journal; none if it lists that the record was taken in. */
function listedHeads(record, journal) {
  const lists = [...LISTED_AS.values()];
  const here = journal.filter((entry) => lists.includes(entry.type) && entry.data.id === record.id);
  const types = here.map((entry) => entry.type);
  const seed = record.events[0].data.commitment;
  const takenIn = journal.some(
    ({ data }) => data.source === record.id && data.commitment === seed && data.head === record.head,
  );
  const isReserved = types.includes("ReservationListed");
  const last = journal.at(-1)?.at ?? 0;
  const happened = record.events.filter((entry) => LISTED_AS.has(entry.type));
  const wanted = happened
    .filter((entry) => types.includes(LISTED_AS.get(entry.type)) || entry.at + A_DAY < last)
    .map((entry) => LISTED_AS.get(entry.type));
  const stands = isReserved && types.join() === wanted.join() && here.every((entry) => entry.data.commitment === seed);
  claim(stands || (!isReserved && takenIn), "the journal", `it lists ${types}, not ${wanted} with the commitment of event 1`);
  return stands ? here.flatMap((entry) => listedHead(record, entry)) : [];
}
