// Reads JSON as strictly as the log's format wants it, and checks the forms of what was read: `docs/log-format.md`.

import { fromHex } from "./verify.mjs";

/** What is wrong, where, and by which word of the verdicts; `where` is the number of an event or a name. */
export class Fault extends Error {
  constructor(where, fault, word) {
    super(`${typeof where === "number" ? `event ${where}` : where}: ${fault}`);
    Object.assign(this, { where, word });
  }
}

/** Raise a fault unless something holds. */
export function claim(holds, where, fault, word = "refused") {
  if (!holds) throw new Fault(where, fault, word);
}

const TOKEN =
  /[ \t\n\r]*(?:([{}[\],:])|(-?(?:0|[1-9][0-9]*))(?![0-9.eE])|"([^"\\\0-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\0-\x1f]*)*)"|(true|false|null)|($))/y;

/** The JSON in bytes: UTF-8, no key twice in a map, no floats, and a canonical form. Maps have no prototype. */
export function readJson(bytes, name) {
  try {
    const value = parsed(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
    claim(isPlain(value, 64), name, "it holds a text, number or depth that has no canonical form", "malformed");
    return value;
  } catch (fault) {
    if (fault instanceof Fault) throw fault;
    throw new Fault(name, `it is no JSON of whole numbers, with each key once: ${fault.message}`, "malformed");
  }
}

function parsed(text) {
  let [mark, number, word, plain] = [];
  TOKEN.lastIndex = 0;
  const take = () => {
    const [at, found] = [TOKEN.lastIndex, TOKEN.exec(text)];
    if (found === null) throw new SyntaxError(`no token at ${at}`);
    [, mark, number, word, plain] = found;
  };
  const expect = (...marks) => {
    if (!marks.includes(mark)) throw new SyntaxError(`${marks.join(" or ")} before ${TOKEN.lastIndex}`);
  };
  const said = () => {
    if (word === undefined) throw new SyntaxError(`no text before ${TOKEN.lastIndex}`);
    return JSON.parse(`"${word}"`);
  };
  function value() {
    if (number !== undefined) return Number(number);
    if (word !== undefined) return said();
    if (plain !== undefined) return JSON.parse(plain);
    expect("[", "{");
    return mark === "[" ? list() : map();
  }
  function list() {
    const items = [];
    for (take(); mark !== "]"; ) {
      items.push(value());
      take();
      expect(",", "]");
      if (mark === "]") break;
      take();
      if (mark === "]") throw new SyntaxError("a comma before ]");
    }
    return items;
  }
  function map() {
    const found = Object.create(null);
    for (take(); mark !== "}"; ) {
      const key = said();
      if (key in found) throw new SyntaxError("a key stands twice in a map");
      take();
      expect(":");
      take();
      found[key] = value();
      take();
      expect(",", "}");
      if (mark === "}") break;
      take();
      expect(undefined);
    }
    return found;
  }
  take();
  const whole = value();
  const end = TOKEN.exec(text);
  if (end === null || end[5] === undefined) throw new SyntaxError("something follows");
  return whole;
}

/** Runs of characters below U+0370 are in normal form C, which is the same in every version of Unicode. */
function isNormal(text) {
  const known = text.replace(/[^\0-\u036f]/g, " ");
  return known.normalize("NFC") === known && !/[\ud800-\udfff]/u.test(text);
}

/** Whether a value has a canonical form with so much depth left. */
export function isPlain(value, depth) {
  if (typeof value === "string") return isNormal(value);
  if (Array.isArray(value)) return depth >= Number(value.length > 0) && value.every((item) => isPlain(item, depth - 1));
  if (!isMap(value)) return value === null || typeof value === "boolean" || Number.isSafeInteger(value);
  const keys = Object.keys(value);
  return !/[\ud800-\uffff]/.test(keys.join("")) && isPlain([...keys, ...Object.values(value)], depth);
}

export const isMap = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
export const isText = (value) => typeof value === "string";
export const isNumber = (value) => typeof value === "number";
export const isList = Array.isArray;
const isEmpty = (value) => Object.keys(value).length === 0;

/** Whether calendars have a name for these seconds UTC in every zone: from 0 up to the last day of the year 9999. */
const isInstant = (at) => 0 <= at && at < 253402214400;

/** Each key there, and no other; each value of its type. */
export function claimForm(value, where, required, optional = {}, word = "malformed") {
  claim(isMap(value), where, `it is ${String(JSON.stringify(value)).slice(0, 60)}, no map`, word);
  const known = { ...required, ...optional };
  const keys = Object.keys(value);
  const complete = Object.keys(required).every((key) => key in value) && keys.every((key) => Object.hasOwn(known, key));
  claim(complete, where, `its keys are ${keys.join(", ")}`, word);
  for (const key of keys) claim(known[key](value[key]), where, `its ${key} is of another type`, word);
}

export const HASH = /^[0-9a-f]{64}$/;
export const SIGNATURE = /^[0-9a-f]{128}$/;

/** Each value is a text, of a form if there is one. */
export function claimTexts(values, where, form = /(?:)/) {
  const fits = values.every((value) => isText(value) && form.test(value));
  claim(fits, where, "there is no text, or none of the right form, where one must be", "malformed");
}

/** So many bytes from hex. */
export function raw(text, size = 32) {
  claim(isText(text) && text.length === 2 * size && /^[0-9a-f]*$/.test(text), `${text}`, `it is not ${size} bytes in hex`);
  return fromHex(text);
}

/** The value of a key that must be there. */
export function need(map, key) {
  claim(isMap(map) && key in map, "the record", `there is no ${key}`);
  return map[key];
}

/** Whether anything is given: no null, nothing empty. */
export const isThere = (value) => Boolean(value) && (typeof value !== "object" || Object.keys(value).length > 0);

const ANY = () => true;
const RECORD = {
  format: isText, id: isText, game: isText, rules: isNumber, data: isMap, options: isMap, seats: isList, names: isMap,
  events: isList, head: isText,
};
const BESIDE = { files: isMap, texts: isMap, revealed: isMap };
const PUBLIC = {
  version: isNumber, command: isNumber, type: isText, schema: isNumber, at: isNumber,
  seat: (value) => value === null || isText(value), data: isMap, draws: isList, commitments: isMap,
};
const STORED = { ...PUBLIC, private: isMap, hash: isText };
const OPENING = { version: isNumber, audience: isText, nonce: isText, part: isMap };
const PART = { data: isMap, draws: isList, action: isMap, type: isText, schema: isNumber };
const DRAW = { n: isNumber, kind: isText, name: isText, from: (value) => isNumber(value) || isList(value), result: ANY };
const FLAG = { forced: (value) => typeof value === "boolean" };

const OF_A_GAME = { game: isText, rules: isNumber, commitment: isText };
const AN_EVENT = { version: isNumber, head: isText };
const LISTINGS = new Map([
  ["KeyListed", { key: isText, algorithm: isText }],
  ["ReservationListed", { id: isText, creator: isText, commitment: isText }],
  ["BranchListed", { id: isText, source: isText, ...AN_EVENT }],
  ["StartListed", { id: isText, ...OF_A_GAME, ...AN_EVENT }],
  ["EndListed", { id: isText, cause: isText, ...OF_A_GAME, ...AN_EVENT }],
  ["VerdictListed", { id: isText, people: isText, bots: isText }],
  ["ImportListed", { id: isText, source: isText, ...OF_A_GAME, head: isText }],
]);

/** An entry of a journal, which nobody has posted, as it lies there. */
export function claimListing(entry, where) {
  claimForm(entry, where, STORED);
  claim(isEmpty(entry.private), where, "it has private parts", "malformed");
  claimShown(entry, where, "malformed");
}

/** The same as it is listed in a receipt, without what lies beside its public part. */
export function claimListed(entry, where) {
  claimForm(entry, where, PUBLIC, {}, "refused");
  claimShown(entry, where, "refused");
}

function claimShown(entry, where, word) {
  const { version, command, type, schema, at, seat, data, draws, commitments } = entry;
  claim(seat === null && isEmpty(draws) && isEmpty(commitments), where, "it has a seat, draws or private parts", word);
  claim(isInstant(at), where, `its time is ${at}`, word);
  const fits = LISTINGS.has(type) && schema === 1 && command === version;
  claim(fits, where, `it lists nothing that a journal lists in this form: ${type}`, word);
  claimForm(data, where, LISTINGS.get(type), {}, word);
}

/** Keys and types of a record and all that is in it. */
export function claimRecord(record) {
  claimForm(record, "the record", RECORD, BESIDE);
  for (const [name, words] of Object.entries(record.texts ?? {})) claimForm(words, `the words ${name}`, { text: isText, nonce: isText });
  if ("revealed" in record) {
    claimForm(record.revealed, "what is revealed", { seed: isText, shares: isNumber, head: isText, signature: isText });
  }
  claimTexts([...Object.values(record.data), ...record.seats, ...Object.values(record.names)], "the record");
  claimTexts(Object.values(record.files ?? {}), "the record");
  const fits = record.events.length > 0 && isPlain(record.events, 61);
  claim(fits, "the record", "it has no events, or some that nest too deep", "malformed");
  record.events.forEach((entry, at) => claimEntry(entry, at + 1));
}

function claimEntry(entry, where) {
  claimForm(entry, where, STORED, { by: isText, action: isMap, opens: isList });
  claim(isInstant(entry.at), where, `its time is ${entry.at}`, "malformed");
  const fits = entry.schema > 0 && (!("action" in entry) || isText(entry.action.type));
  claim(fits, where, "its schema is no number from 1 on, or its action has no type", "malformed");
  claimTexts(Object.values(entry.commitments), where, HASH);
  for (const part of Object.values(entry.private)) claimForm(part, where, { nonce: isText, part: isMap });
  for (const opening of entry.opens ?? []) claimForm(opening, where, OPENING);
  claimDraws(entry.draws, where);
  for (const part of [...Object.values(entry.private), ...(entry.opens ?? [])]) {
    claimForm(part.part, where, {}, PART);
    claimDraws(part.part.draws ?? [], where);
  }
}

function claimDraws(draws, where) {
  for (const draw of draws) {
    const given = isMap(draw) && Object.keys(draw).join() === "forced";
    claimForm(draw, where, given ? {} : DRAW, FLAG);
  }
}
