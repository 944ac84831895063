// The page on which a reader checks a game: lays the record, and whatever files the reader gives, before the checker, and
// shows each check, each draw and the verdict, in the words that the page brings along.

import { CHECKS, examined, kept, strangers, worst } from "./examine.mjs";
import { readTyped } from "./kept.mjs";
import { readJson, isMap } from "./strict.mjs";

const byId = (id) => document.getElementById(id);
const words = JSON.parse(byId("words").textContent);
const checker = byId("checker");
const SIGNS = { holds: "✓", fails: "✗", absent: "–" };
let documents = [];

/** The files of a kind among those that were given. */
function sorted(files) {
  const found = { records: [], receipts: [], journals: [] };
  for (const file of files) found[kindOf(file)].push(file);
  return found;
}

function kindOf({ name, bytes }) {
  try {
    const value = readJson(bytes, name);
    if (isMap(value) && value.format === "nightledger/journal/1") return "journals";
    return isMap(value) && !("format" in value) && ("receipt" in value || "signature" in value) ? "receipts" : "records";
  } catch {
    return "records";
  }
}

const lines = (id) => byId(id).value.split(/\s+/).filter((line) => line !== "");

function keptBeside({ receipts, journals }) {
  const typed = readTyped({ heads: lines("heads"), keys: lines("keys"), deals: lines("deals") });
  return kept({ ...typed, receipts, journals });
}

async function check() {
  say("busy", words.busy);
  const found = sorted(documents);
  let outside;
  try {
    outside = keptBeside(found);
  } catch (mistyped) {
    return say("absent", words.mistyped, "", mistyped.message);
  }
  const reports = [];
  for (const record of found.records) reports.push(...(await examined(record, outside)));
  const games = reports.flatMap(({ id }) => (id === null ? [] : [id]));
  if (games.length > 0) reports.push(...strangers(found.receipts, games));
  if (reports.length === 0) return say("absent", words.nothing);
  show(reports);
}

function show(reports) {
  const verdict = worst(reports);
  const shown = reports.find((one) => one.verdict === verdict);
  for (const check of CHECKS) showCheck(check, shown);
  const state = verdict === "consistent" ? "holds" : verdict === "a prefix" ? "absent" : "fails";
  const where = typeof shown.where === "number" ? words.event.replace("{number}", shown.where) : "";
  const named = shown.check === null ? "" : `${words.checks[shown.check]}. `;
  say(state, words.verdicts[verdict], `${where}${named}`, shown.told);
  fill("remarks", reports.flatMap(({ remarks }) => remarks).map((remark) => element("li", remark, "en")));
  fill("draws", reports.flatMap(({ draws }) => draws).map(rowOf));
}

function showCheck(check, { verdict, check: at, holds }) {
  const state = holds.includes(check) ? "holds" : check === at ? "fails" : "absent";
  const line = checker.querySelector(`[data-check="${check}"]`);
  line.dataset.state = state;
  const told = state === "fails" && verdict === "not checked" ? words.states.lacking : words.states[state];
  line.querySelector(".state").textContent = `${SIGNS[state]} ${told}`;
}

function say(state, verdict, named = "", told = "") {
  const box = byId("verdict");
  box.dataset.state = state;
  box.replaceChildren(element("strong", verdict), " ", named, told === "" ? "" : element("span", told, "en"));
  if (state === "busy") for (const line of checker.querySelectorAll("[data-check]")) delete line.dataset.state;
}

function element(name, text, language) {
  const made = document.createElement(name);
  made.textContent = text;
  if (language !== undefined) made.lang = language;
  return made;
}

function fill(id, children) {
  byId(id).replaceChildren(...children);
  byId(id).closest("[data-list]").hidden = children.length === 0;
}

function rowOf({ version, n, kind, name, from, result, forced }) {
  const row = document.createElement("tr");
  const source = Array.isArray(from) ? from.length : from;
  const told = [n, version, kind ?? "", name ?? "", source ?? "", JSON.stringify(result) ?? ""];
  row.append(...told.map((cell) => element("td", cell)), element("td", forced ? words.given : "✓"));
  return row;
}

const fileOf = async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });

/** Records replace those of before; what was kept is added to it. */
async function take(files) {
  say("busy", words.busy);
  const given = await Promise.all([...files].map(fileOf));
  const hasRecord = sorted(given).records.length > 0;
  const stay = hasRecord ? documents.filter((file) => kindOf(file) !== "records") : documents;
  documents = [...stay, ...given];
  await check();
}

async function own() {
  const inside = byId("record");
  if (inside !== null) return [{ name: checker.dataset.name, bytes: new TextEncoder().encode(inside.textContent) }];
  const answer = await fetch(checker.dataset.record);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return [{ name: checker.dataset.name, bytes: new Uint8Array(await answer.arrayBuffer()) }];
}

byId("files").addEventListener("change", (event) => take(event.target.files));
byId("again").addEventListener("click", check);
for (const name of ["dragover", "drop"]) addEventListener(name, (event) => event.preventDefault());
addEventListener("drop", (event) => take(event.dataTransfer.files));
own().then(async (files) => ((documents = files), check())).catch((fault) => say("fails", words.missing, "", fault.message));
