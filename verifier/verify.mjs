// Checks what lies under a checkpoint of a Nightledger journal, and the shares of a shared seed, in a browser or in node,
// with nothing but this file: `docs/log-format.md` says what is checked here, and has vectors for each function. Hashes,
// seeds and shares are Uint8Arrays of 32 bytes.

export const utf8 = new TextEncoder();

function demand(holds, fault) {
  if (!holds) throw new Error(fault);
}

export function fromHex(text) {
  demand(/^([0-9a-f]{2})*$/.test(text), "it is no lower-case hex");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
export const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function fromBase64(text) {
  demand(btoa(atob(text)) === text, "it is not base64 as it is written");
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}

function bytes(...parts) {
  const raw = parts.map((part) => (typeof part === "string" ? utf8.encode(part) : Uint8Array.from(part)));
  const all = new Uint8Array(raw.reduce((sum, part) => sum + part.length, 0));
  raw.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}

export const sha256 = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes(...parts)));
export const same = (one, other) => toHex(one) === toHex(other);

/** `A | B | C`: each part after its length; texts and numbers as they are, bytes as Uint8Array. */
export function joined(...parts) {
  const raw = parts.map((part) => (part instanceof Uint8Array ? part : utf8.encode(String(part))));
  return bytes(...raw.flatMap((part) => [[part.length >>> 24, part.length >>> 16, part.length >>> 8, part.length], part]));
}

/** The canonical JSON of a value: keys in order, no spaces. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

export const leafHash = (leaf) => sha256([0], leaf);
export const nodeHash = (left, right) => sha256([1], left, right);

/** Whether the leaf with this number (from 0) and hash is in the tree of `size` leaves with this head (RFC 9162). */
export async function isIncluded(leaf, number, size, proof, head) {
  let [place, last, found] = [number, size - 1, leaf];
  if (place < 0 || place > last) return false;
  for (const node of proof) {
    if (last === 0) return false;
    const right = place % 2 === 1 || place === last;
    found = right ? await nodeHash(node, found) : await nodeHash(found, node);
    [place, last] = above(place, last, right);
  }
  return last === 0 && same(found, head);
}

/** Whether the tree of `size` leaves with this head begins with that of `earlier` leaves with the head `before`. */
export async function goesOn(earlier, size, before, head, proof) {
  if (earlier === size) return proof.length === 0 && same(before, head);
  if (earlier === 0) return proof.length === 0 && same(before, await sha256());
  if (earlier > size || proof.length === 0) return false;
  const isPower = 2 ** Math.floor(Math.log2(earlier)) === earlier;
  const [first, ...rest] = isPower ? [before, ...proof] : proof;
  let [place, last, old, now] = [earlier - 1, size - 1, first, first];
  while (place % 2 === 1) [place, last] = [(place - 1) / 2, Math.floor(last / 2)];
  for (const node of rest) {
    if (last === 0) return false;
    const right = place % 2 === 1 || place === last;
    if (right) old = await nodeHash(node, old);
    now = right ? await nodeHash(node, now) : await nodeHash(now, node);
    [place, last] = above(place, last, right);
  }
  return last === 0 && same(old, before) && same(now, head);
}

function above(place, last, right) {
  while (right && place % 2 === 0 && place > 0) [place, last] = [place / 2, Math.floor(last / 2)];
  return [Math.floor(place / 2), Math.floor(last / 2)];
}

const SMALL = ["00", "01", "ec", "ed", "ee"].map((first, at) => first + (at < 2 ? "00" : "ff").repeat(30) + (at < 2 ? "00" : "7f"));
SMALL.push("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05");
SMALL.push("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a");

/** Whether 32 bytes stand for a point of small order: as a key it is nobody's, and anything would be signed under it. */
const isSmall = (point) => SMALL.includes(toHex([...point.slice(0, 31), point[31] & 127]));

/** Whether Ed25519 (RFC 8032) has made this signature with the key. */
export async function isSigned(key, message, signature) {
  if (signature.length !== 64 || isSmall(key) || isSmall(signature.slice(0, 32))) return false;
  const known = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
  return crypto.subtle.verify("Ed25519", known, signature, message);
}

/** The text and the signatures of a signed note (C2SP): `{text, signatures: [{name, id, signature}]}`. */
export function readNote(note) {
  const gap = note.lastIndexOf("\n\n");
  demand(gap >= 0 && note.endsWith("\n") && !/[\0-\t\v-\x1f]/.test(note), "it is no signed note");
  const lines = note.slice(gap + 2, -1).split("\n").map((line) => line.match(/^\u2014 ([^\s+]+) ([^ ]+)$/));
  demand(lines.every((line) => line !== null), "it is no line of a signature");
  const signatures = lines.map(([, name, encoded]) => {
    const raw = fromBase64(encoded);
    demand(raw.length > 4, "it is no line of a signature");
    return { name, id: raw.slice(0, 4), signature: raw.slice(4) };
  });
  return { text: note.slice(0, gap + 1), signatures };
}

/** Size and head of a checkpoint that a log's key has signed (tlog-checkpoint); null if it has not. */
export async function signedCheckpoint(note, key) {
  const { text, signatures } = readNote(note);
  const [, origin, size, encoded] = text.match(/^([^\n]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n/) ?? [];
  demand(origin !== undefined, "it is no checkpoint: a name, a number of entries, a head");
  const id = (await sha256(`${origin}\n`, [1], key)).slice(0, 4);
  const own = signatures.find((found) => found.name === origin && same(found.id, id));
  if (own === undefined || !(await isSigned(key, utf8.encode(text), own.signature))) return null;
  return { origin, size: Number(size), head: fromBase64(encoded) };
}

/** When a witness's key has cosigned a note (cosignature/v1), in seconds UTC; null if it has not. */
export async function cosignedAt(note, name, key) {
  const { text, signatures } = readNote(note);
  const id = (await sha256(`${name}\n`, [4], key)).slice(0, 4);
  for (const one of signatures.filter((found) => found.name === name && same(found.id, id))) {
    const time = Number(new DataView(one.signature.buffer, one.signature.byteOffset).getBigUint64(0));
    const message = utf8.encode(`cosignature/v1\ntime ${time}\n${text}`);
    if (await isSigned(key, message, one.signature.slice(8))) return time;
  }
  return null;
}

const keysOf = (map) => Object.keys(map).sort().join(" ");
const ENTRY = "at command commitments data draws schema seat type version";
const LISTED = { ReservationListed: "commitment creator id", StartListed: "commitment game head id rules version" };
const NUMBERS = ["rules", "version"];

/** Whether an entry has the form in which a journal lists the reservation or the start of a game. */
function isListing({ version, command, schema, at, type, seat, data, draws, commitments }) {
  const fields = Object.hasOwn(LISTED, type) && LISTED[type] === keysOf(data) ? Object.entries(data) : [];
  const fits = fields.every(([key, value]) => (NUMBERS.includes(key) ? Number.isSafeInteger(value) : typeof value === "string"));
  const nothing = seat === null && canonical([draws, commitments]) === "[[],{}]";
  const numbered = Number.isSafeInteger(version) && command === version && schema === 1;
  return fields.length > 0 && fits && nothing && numbered && Number.isSafeInteger(at) && 0 <= at && at < 253402214400;
}

/** What a receipt of a key proves: `{game, version, head}` and, if it says so, what was `listed`; null if nothing. An
 * error says what has not the form of one. */
export async function checkedReceipt(receipt, key) {
  const { game, version, head, listed } = receipt;
  demand(["game head listed signature version", "game head signature version"].includes(keysOf(receipt)), "it is no receipt");
  demand(typeof game === "string" && Number.isSafeInteger(version) && fromHex(head).length === 32, "it is no receipt");
  const message = joined("nightledger/receipt/1", game, version, fromHex(head));
  if (!(await isSigned(key, message, fromHex(receipt.signature)))) return null;
  if (!("listed" in receipt)) return { game, version, head, listed: null };
  const { entry } = listed;
  demand(keysOf(listed) === "checkpoint entry proof" && keysOf(entry) === ENTRY, "it is no proof of a listing");
  if (!isListing(entry) || entry.data.id !== game) return null;
  const checkpoint = await signedCheckpoint(listed.checkpoint, key);
  if (checkpoint === null) return null;
  const leaf = await leafHash(canonical(entry));
  const proof = listed.proof.map(fromHex);
  demand(proof.every((node) => node.length === 32), "a hash has 32 bytes");
  const held = await isIncluded(leaf, entry.version - 1, checkpoint.size, proof, checkpoint.head);
  return held ? { game, version, head, listed: entry } : null;
}

export async function hmac(key, message) {
  const known = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", known, message));
}

/** The commitment of a partner to its seed of a game. */
export const partnerCommitment = (game, seed) => sha256(joined("nightledger/partner-seed/1", game, seed));

/** The share of a partner's seed for the command that waits under this head. */
export const shareOf = (seed, game, number, head) => hmac(seed, joined("share", game, number, head));

/** The key of the draws of one command: of the host's seed, `[[seat, entropy in hex], ...]` and the share. */
export async function sharedKey(seed, game, entropy, share) {
  const own = await hmac(seed, utf8.encode(canonical(["nightledger/chance/2", game, entropy])));
  return hmac(own, joined("share", share));
}

/** Whether a partner's key has signed the commitment to its seed of a game, after the host's. */
export const isCommitted = (key, game, host, commitment, signature) =>
  isSigned(key, joined("nightledger/share-committed/1", game, host, commitment), signature);

/** Whether a partner's key has signed a share. */
export const isGiven = (key, game, number, head, share, signature) =>
  isSigned(key, joined("nightledger/share-given/1", game, number, head, share), signature);

/** Whether a partner's key has signed its seed, with how many shares it gave and the last head of the game. */
export const isRevealed = (key, game, shares, head, seed, signature) =>
  isSigned(key, joined("nightledger/share-revealed/1", game, shares, head, seed), signature);

/** What holds of the shares in a record, its chain apart: `{key, shares, revealed}`; null if something does not. */
export async function checkedShares({ id, head, events, revealed }) {
  const opened = events[0].data;
  const partner = opened.terms.shared;
  if (partner === undefined) return null;
  const [key, commitment] = [fromHex(partner.key), fromHex(partner.commitment)];
  if (!(await isCommitted(key, id, fromHex(opened.commitment), commitment, fromHex(partner.signature)))) return null;
  const given = events.flatMap((event, at) => (event.type === "ShareGiven" ? [[event.data, events[at - 1].hash]] : []));
  const asked = events.filter((event) => event.type === "ShareAsked").length;
  const seed = revealed === undefined ? null : fromHex(revealed.seed);
  for (const [number, [said, under]] of given.entries()) {
    const [before, share] = [fromHex(under), fromHex(said.share)];
    if (said.number !== number || !(await isGiven(key, id, number, before, share, fromHex(said.signature)))) return null;
    if (seed !== null && !same(await shareOf(seed, id, number, before), share)) return null;
  }
  if (seed === null) return { key: partner.key, shares: given.length, revealed: false };
  const { shares, signature } = revealed;
  if (revealed.head !== head || shares < given.length || shares > asked) return null;
  if (!same(await partnerCommitment(id, seed), commitment)) return null;
  const signed = await isRevealed(key, id, shares, fromHex(head), seed, fromHex(signature));
  return signed ? { key: partner.key, shares, revealed: true } : null;
}
