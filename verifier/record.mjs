// Checks a record of a game, rules aside, as `verify.py` does and with its verdicts: `docs/log-format.md`.

import { canonical, fromHex, hmac, joined, sha256, toHex, utf8 } from "./verify.mjs";
import { isCommitted, isGiven, isRevealed, partnerCommitment, shareOf } from "./verify.mjs";
import { HASH, claim, claimForm, claimRecord, isMap, isNumber, isText, isThere, need, raw } from "./strict.mjs";

const SEATING = ["SeatTaken", "EntropyOpened"];
const OTHERS = ["league", "series", "challenge", "keepsake", "journal"];
const BY = new Map([
  ["open", "service"], ["sit", "seat service"], ["leave", "seat service"], ["start", "service"], ["branch", "service"],
  ["close", "service"], ["pause", "service"], ["move-deadlines", "service"], ["count-outages", "service"],
  ["ask-share", "service"], ["pass-deadline", "clock"], ["operate", "operator"],
]);
const NOTHING = new Uint8Array(32);
const BLOCKS = 2 ** 16;
const WORDS = 2 ** 32;

const digest = async (...parts) => toHex(await sha256(...parts));
const hashOf = async (value) => digest(utf8.encode(value));
const sameValue = (one, other) => one !== undefined && other !== undefined && canonical(one) === canonical(other);
const isSubset = (keys, known) => keys.every((key) => known.includes(key));

/** The records in a document: one, or those of a chain, each of which names the one before it. */
export function recordsOf(found, name) {
  const kind = isMap(found) && isText(found.format) ? found.format.split("/")[1] : undefined;
  claim(!OTHERS.includes(kind), name, `it is of a ${kind}, no game: \`nightledger audit\` examines those`, "another kind");
  if (kind !== "chain") {
    claim(kind !== undefined && found.format === "nightledger/1", name, "it is no record of a game", "malformed");
    claimRecord(found);
    return [found];
  }
  claimForm(found, name, { format: isText, games: Array.isArray });
  claim(found.games.length > 0 && found.format === "nightledger/chain/1", name, "it is no chain of games", "malformed");
  found.games.forEach(claimRecord);
  found.games.forEach((game, at) => claimLink(game, found.games[at - 1], at + 1));
  return found.games;
}

function claimLink(game, before, number) {
  const link = before === undefined ? null : { head: before.head, id: before.id, number };
  const told = need(game.events[0].data, "terms").chain ?? null;
  claim(sameValue(told, link), game.id, "it does not follow the one before");
}

/** Versions, times and hashes of a game's entries or the journal's. */
export async function checkChain(entries, head) {
  let [before, time] = [NOTHING, 0];
  for (const [at, entry] of entries.entries()) {
    const { private: hidden, hash, ...shown } = entry;
    const follows = (await digest(joined(before, utf8.encode(canonical(shown))))) === hash && time <= entry.at;
    claim(follows && entry.version === at + 1, at + 1, "its hash, time or version does not follow");
    [before, time] = [raw(hash), entry.at];
  }
  claim(toHex(before) === head, "the record", "its head is not the hash of the last event");
}

/** The header says what event 1 says; the files and words beside the log are those that it names. */
export async function checkHeader(record) {
  const [opened, here] = [record.events[0], "the record"];
  const { data } = opened;
  const opens = opened.type === "GameOpened" && sameValue(opened.action, { type: "table/open", data });
  claim(isMap(need(data, "terms")), 1, "its terms are no map");
  const procedure = `nightledger/chance/${"shared" in data.terms ? 2 : 1}`;
  claim(opens && data.procedure === procedure, 1, "it opens no game of this format");
  const seats = need(data, "seats");
  claim(Array.isArray(seats) && seats.every((seat, at) => seat === `s${at + 1}`), 1, "its seats have gaps");
  for (const key of ["id", "game", "rules", "data", "options", "seats"]) {
    claim(sameValue(record[key], data[key]), here, `its ${key} is not that of event 1`);
  }
  claim(isSubset(Object.keys(record.names), seats), here, "a name is given to what is no seat");
  for (const [name, text] of Object.entries(record.files ?? {})) {
    const named = Object.values(data.data).includes(name) && (await hashOf(text)) === name;
    claim(named, here, `the file ${name} is none of the game's`);
  }
  const committed = new Map();
  findReferences(record.events, committed);
  for (const [name, { text, nonce }] of Object.entries(record.texts ?? {})) {
    const fits = (await digest(joined(raw(nonce), text))) === committed.get(name);
    claim(fits, here, `the words ${name} are not what was committed to`);
  }
}

/** Notes each `{id, commitment}` within a value; ids that are written with escapes are none. */
function findReferences(value, found) {
  if (value === null || typeof value !== "object") return;
  const keys = Object.keys(value).sort();
  if (keys.join() === "commitment,id" && HASH.test(value.commitment) && isText(value.id) && /^[ !#-[\]-~]*$/.test(value.id)) {
    found.set(value.id, value.commitment);
  }
  for (const key of Array.isArray(value) ? value.keys() : keys) findReferences(value[key], found);
}

/** Each entry is of its command and shows what it committed to; with a seed all of it, with nonces that follow. */
export async function checkEntries(record, seed) {
  const source = record.events[0].data.seed_source;
  let leader = { command: 0 };
  for (const entry of record.events) {
    const [where, first] = [entry.version, "by" in entry];
    leader = first ? { ...entry, command: leader.command + 1 } : leader;
    claim("action" in entry === first && "closed" in entry.commitments === first, where, "it is half a command");
    claim(["seat", "clock", "operator", "service"].includes(leader.by), where, `it is by ${leader.by}`);
    const own = ["command", "at", "seat"].every((key) => entry[key] === leader[key]);
    claim(own, where, "it is not of its command");
    if (first) checkAuthority(entry, where);
    const gives = SEATING.includes(entry.type) && (isThere(entry.data.entropy) || isThere(entry.data.entropy_hash));
    claim(source === "os" || !gives, where, `a seat gives entropy, but the seed is ${source}`);
    const audiences = Object.keys(entry.commitments);
    const known = isSubset(audiences, [...record.seats, "referee", "closed"]) && [...record.seats, null].includes(entry.seat);
    claim(known, where, "it is for a seat that is not there");
    claim(!seed || isSubset(audiences, [...Object.keys(entry.private), "closed"]), where, "hidden parts are missing");
    for (const [audience, part] of Object.entries(entry.private)) {
      await checkPart(record, { ...part, version: entry.version, audience }, entry.version, seed, where);
    }
    for (const part of entry.opens ?? []) await checkPart(record, part, entry.version - 1, seed, where);
  }
}

async function checkPart(record, { version, audience, nonce, part }, last, seed, where) {
  claim(0 < version && version <= last && audience !== "closed", where, "it shows what it must not");
  const committed = record.events[version - 1].commitments[audience];
  const fits = (await digest(joined(raw(nonce), utf8.encode(canonical(part))))) === committed;
  claim(fits, where, `the part of ${audience} is not what was committed to`);
  const derived = !seed || toHex(await hmac(seed, joined("nonce", record.id, version, audience))) === nonce;
  claim(derived, where, `the nonce of ${audience} does not follow from the seed`);
}

/** What was posted may be posted by whom it says. */
function checkAuthority({ action, by, seat }, where) {
  const verb = String(action.type);
  const may = verb.startsWith("table/") ? (BY.get(verb.slice(6)) ?? "seat") : "seat clock service";
  const told = `${verb} stands there by ${by}`;
  claim(may.split(" ").includes(by), where, `${told}, and is posted by ${may.replaceAll(" ", " or ")} only`);
  const fits = by === "seat" || by === "clock" ? seat !== null : by !== "operator" || seat === null;
  claim(fits, where, `${told} for the seat ${seat}`);
}

/** What the partner of a shared seed has signed, and that its shares follow from what it revealed; remarks on it. */
export async function checkShares(record) {
  const [{ events, revealed }, here] = [record, "the shared seed"];
  const [opened, ends] = [events[0].data, events.at(-1).type === "GameClosed"];
  const asking = events.filter((entry) => entry.type === "ShareAsked").map((entry) => entry.command);
  const given = events.flatMap((entry, at) => (at > 0 && entry.type === "ShareGiven" ? [{ entry, head: raw(events[at - 1].hash) }] : []));
  if (!("shared" in opened.terms)) {
    claim(given.length === 0 && revealed === undefined, here, "a share is given or a seed revealed where none is shared");
    return [];
  }
  const { shared } = opened.terms;
  claimForm(shared, 1, { key: isText, commitment: isText, signature: isText });
  const [key, host, commitment] = [raw(shared.key), raw(opened.commitment), raw(shared.commitment)];
  const committed = await isCommitted(key, record.id, host, commitment, raw(shared.signature, 64));
  claim(committed, 1, "the partner has not signed it");
  for (const [number, { entry, head }] of given.entries()) {
    const { data, version } = entry;
    claimForm(data, version, { number: isNumber, share: isText, signature: isText });
    const follows = data.number === number && "by" in entry && asking.includes(entry.command - 1);
    claim(follows, version, `its share is not number ${number} of the log, or was not asked for before it`);
    const fits = await isGiven(key, record.id, number, head, raw(data.share), raw(data.signature, 64));
    claim(fits, version, "the partner has not signed its share for the head before it");
  }
  const remarks = [`the seed is shared with the installation whose key is ${shared.key}: see that it is another's`];
  claim(revealed === undefined || ends, here, "the partner has revealed its seed before the end of the game");
  if (revealed !== undefined) await checkRevealed(record, shared, given, asking.length);
  else if (ends) remarks.push("the partner has not revealed its seed: its shares are signed, and not checked against it");
  if (ends && asking.length > given.length) {
    remarks.push("it was closed while a share was asked for: who ran it may have seen what would be drawn");
  }
  return remarks;
}

/** The seed that the partner revealed is the one it committed to, and each share comes from it. */
async function checkRevealed({ id, head, revealed }, shared, given, asked) {
  const here = "the shared seed";
  claim(revealed.head === head, here, "the partner has revealed its seed for another end of the game");
  const [seed, shares] = [raw(revealed.seed), revealed.shares];
  const signed = await isRevealed(raw(shared.key), id, shares, raw(head), seed, raw(revealed.signature, 64));
  claim(signed, here, "the partner has not signed its seed");
  const committed = toHex(await partnerCommitment(id, seed)) === shared.commitment;
  claim(committed, here, "the seed that the partner revealed is not the one that it committed to");
  const fits = given.length <= shares && shares <= asked;
  claim(fits, here, `the partner has given ${shares} shares, and the log has ${given.length}`);
  for (const [number, share] of given.entries()) {
    const made = toHex(await shareOf(seed, id, number, share.head));
    claim(made === share.entry.data.share, share.entry.version, "its share does not come from that seed");
  }
}

/** The list of pairs that the game began with: what those seats gave, open or sealed, that sat there then. */
async function entropyAtStart(record) {
  const given = Object.create(null);
  let entropy = [];
  for (const { version, type, data } of record.events) {
    if (type === "EntropyOpened") {
      const sealed = need(need(given, need(data, "seat")), "entropy_hash");
      claim((await digest(raw(need(data, "entropy")))) === sealed, version, "it was not sealed so");
    }
    if ([...SEATING, "SeatLeft", "SeatReplaced"].includes(type)) {
      claim(isText(data.seat), version, "it is of no seat");
      if (SEATING.includes(type)) given[data.seat] = data;
      else if (type === "SeatLeft") delete given[data.seat];
      else given[data.seat] ??= { entropy: null }; // before the start, by older programs
    }
    if (type === "GameStarted") {
      const pairs = record.seats.map((seat) => [seat, need(need(given, seat), "entropy")]);
      entropy = pairs.filter(([, value]) => isThere(value));
      claim(sameValue(need(data, "entropy"), entropy), version, "the entropy is not what the seats gave");
    }
  }
  return entropy;
}

/** Make each draw anew, telling of each: `{version, n, kind, name, from, result, forced}`. How many were given. */
export async function checkDraws(record, seed, deal, tell) {
  const opened = record.events[0].data;
  const committed = await digest(joined("nightledger/seed/1", record.id, seed));
  claim(committed === opened.commitment, "the seed", "it was not committed to");
  const source = canonical([opened.procedure, deal ?? record.id, await entropyAtStart(record)]);
  const whole = await hmac(seed, utf8.encode(source));
  const kinds = new Map();
  let [key, n, forced] = [whole, 0, 0];
  for (const entry of record.events) {
    if ("by" in entry && "shared" in opened.terms) {
      key = entry.type === "ShareGiven" ? await hmac(whole, joined("share", raw(entry.data.share))) : null;
    }
    for (const draw of drawsOf(entry)) {
      const told = entry.version;
      claim(draw.n === n && (draw.forced ?? true), told, `its draw is not number ${n} of the log`);
      claim(key !== null, told, "it draws without the partner's share");
      const kind = joined("deal", draw.kind, draw.name);
      const count = kinds.get(toHex(kind)) ?? 0;
      const place = deal === null ? [key, n] : [await hmac(key, kind), count];
      const fits = "forced" in draw || sameValue(await outcome(...place, draw), draw.result);
      claim(fits, told, `draw ${n} (${draw.name}) does not come from the seed`);
      tell?.({ version: told, ...draw });
      kinds.set(toHex(kind), count + 1);
      [n, forced] = [n + 1, forced + ("forced" in draw)];
    }
  }
  return forced;
}

/** The draws of an entry, of its hidden part if it has them there. */
function drawsOf(entry) {
  const hidden = Object.values(entry.private).flatMap(({ part }) => ("draws" in part ? [part.draws] : []));
  if (hidden.length === 0) return entry.draws;
  const told = hidden.flat().filter((draw) => "forced" in draw).map(() => ({ forced: true }));
  claim(hidden.length === 1 && sameValue(entry.draws, told), entry.version, "its draws are told twice");
  return hidden[0];
}

/** Numbers below others, one after the other, from a key and the number of a draw. */
function numbers(key, n) {
  let [block, left] = [0, []];
  async function word() {
    if (left.length === 0) {
      claim(block < BLOCKS, "a draw", "its bytes have run out");
      const view = new DataView((await hmac(key, joined("draw", n, block++))).buffer);
      left = Array.from({ length: 8 }, (_, at) => view.getUint32(4 * at));
    }
    return left.shift();
  }
  return async (bound) => {
    claim(0 < bound && bound <= WORDS, "a draw", `there is no number below ${bound}`);
    const most = WORDS - (WORDS % bound);
    for (;;) {
      const found = await word();
      if (found < most) return found % bound;
    }
  };
}

/** What draw `n` under a key must give. */
export async function outcome(key, n, { kind, from, result }) {
  const below = numbers(key, n);
  const size = isNumber(from) ? from : from.length;
  const first = kind === "shuffle" ? 0 : 1;
  const item = (place) => (isNumber(from) ? place + first : from[place]);
  if (kind === "roll") {
    const rolled = [];
    for (const _ of result) rolled.push(item(await below(size)));
    return rolled;
  }
  if (kind === "pick" || kind === "flip") return item(await below(size));
  const fits = kind === "shuffle" && Array.isArray(result) && result.length === Math.max(size, 0);
  claim(fits, kind, "there is no such draw");
  const items = Array.from({ length: size }, (_, at) => item(at));
  for (let last = size - 1; last > 0; last--) {
    const other = await below(last + 1);
    [items[last], items[other]] = [items[other], items[last]];
  }
  return items;
}
