// The table is touched: what may be touched is lit, what was touched narrows what is left, and the bar at the foot says
// what is chosen, what would follow, and sends it when it is confirmed. The server has sent all answers with the things
// that are touched for them; this script knows no game.

const byId = (id) => document.getElementById(id);

const MOST_NAMED = 5;

// What is wider or higher than its window on the page, and is scrolled for itself.
const SCROLLED = ".wd-scroll, .ls-scroll";

let plan = null;

// What is chosen: which of the plan's asks is being answered, its choices in order, and the touches of the next one:
// each is the list of the ids of what was touched.
let state = { ask: null, chosen: [], touches: [] };

// Of several copies under one id, the one that was touched last.
const copies = new Map();

const forget = () => (state = { ask: null, chosen: [], touches: [] });
const idsOf = (element) => element.dataset.thing.split(" ");
const thingsOn = () => document.querySelectorAll("[data-thing]");
const isList = (ask) => ask.verb !== "";
const first = (choice) => choice.steps[0];

// The choices that go on from these touches.
function goingOn(touches) {
  const found = [];
  for (const ask of plan.asks) {
    if (state.ask && isList(state.ask) && ask !== state.ask) continue;
    const taken = ask === state.ask && isList(ask) ? state.chosen.map(first) : [];
    if (isList(ask) && taken.length >= ask.most) continue;
    for (const choice of ask.choices) {
      if (taken.includes(first(choice)) || choice.steps.length < touches.length) continue;
      if (touches.every((ids, at) => ids.includes(choice.steps[at]))) found.push({ ask, choice });
    }
  }
  return found;
}

// The things that may be touched next.
function litNow() {
  const at = state.touches.length;
  return new Set(goingOn(state.touches).map(({ choice }) => choice.steps[at]).filter((thing) => thing !== undefined));
}

// Those that begin something else, or were chosen already and may be changed.
function changeable() {
  const others = state.touches.length ? goingOn([]).map(({ choice }) => first(choice)) : [];
  return new Set([...others, ...state.chosen.filter((choice) => choice.steps.length).map(first)]);
}

function choose(ask, choice) {
  const isSingle = ask === null || !isList(ask);
  state = { ask, chosen: isSingle ? [choice] : [...state.chosen, choice], touches: [] };
}

// Choose what the touches leave no doubt about; of a list also the only thing that goes with what was touched.
function settle(mayComplete) {
  const left = goingOn(state.touches);
  const done = left.filter(({ choice }) => choice.steps.length === state.touches.length);
  if (left.length === 1 && (done.length === 1 || (mayComplete && isList(left[0].ask)))) choose(left[0].ask, left[0].choice);
}

// A thing with several ids that each stand for a whole answer, of which every touch chooses the next one.
function turn(ids) {
  const ask = plan.asks.find((one) => !isList(one));
  const ways = ids.map((id) => ask?.choices.find((choice) => choice.steps.length === 1 && first(choice) === id)).filter(Boolean);
  if (!ways.length) return false;
  choose(ask, ways[(ways.indexOf(state.chosen[0]) + 1) % ways.length]);
  return true;
}

function touch(element) {
  const ids = idsOf(element);
  if (element.dataset.turns !== undefined) return turn(ids);
  ids.forEach((id) => copies.set(id, element));
  const meets = (set) => ids.some((id) => set.has(id));
  if (meets(litNow())) {
    if (state.chosen.length && !(state.ask && isList(state.ask))) forget();
    state.touches.push(ids);
    settle(true);
  } else if (meets(changeable())) {
    const again = state.chosen.find((choice) => ids.includes(first(choice)));
    const chosen = state.ask && isList(state.ask) ? state.chosen.filter((choice) => choice !== again) : [];
    const isToggled = again !== undefined && again.steps.length === 1;
    state = { ask: chosen.length ? state.ask : null, chosen, touches: isToggled ? [] : [ids] };
    if (!isToggled) settle(again === undefined);
  } else {
    return false;
  }
  return true;
}

function undo() {
  if (state.touches.length) state.touches.pop();
  else state.chosen.pop();
  if (!state.chosen.length) state.ask = null;
}

// The list that is being put together: the one that was begun, or the only thing that is asked.
function listAsked() {
  const ask = state.ask ?? (plan.asks.length === 1 && !state.chosen.length ? plan.asks[0] : null);
  return ask && isList(ask) ? ask : null;
}

// The answer that is chosen, as JSON; null while something is missing.
function answer() {
  if (state.touches.length) return null;
  const ask = listAsked();
  if (!ask) return state.chosen[0]?.value ?? null;
  if (state.chosen.length < ask.least) return null;
  const values = state.chosen.map((choice) => choice.value);
  if (!values.length && ask.lacks) return JSON.stringify({ type: ask.verb });
  return `{"type":${JSON.stringify(ask.verb)},${JSON.stringify(ask.argument)}:[${values.join(",")}]}`;
}

// ---- showing it

function put(element, ...children) {
  element.replaceChildren(...children);
  element.hidden = children.length === 0;
}

function line(text) {
  const made = document.createElement("li");
  made.textContent = text;
  return made;
}

const choosable = () => goingOn(state.touches).filter(({ choice }) => choice.steps.length === state.touches.length);
const hasButtons = () => state.touches.length > 0 && choosable().length > 0;

// What may be touched next, by name, where it is so little that it can be said.
function namesNext() {
  const names = new Set(goingOn(state.touches).map(({ choice }) => choice.names[state.touches.length]).filter(Boolean));
  return names.size > MOST_NAMED ? [] : [...names];
}

function says() {
  const words = byId("panel").dataset;
  const list = listAsked();
  const counted = list && list.most > 1 ? words.counted.replace("{count}", state.chosen.length).replace("{most}", list.most) : "";
  const names = state.chosen.map((choice) => choice.label).join(", ");
  if (state.touches.length) {
    const [{ choice }] = goingOn(state.touches);
    const begun = choice.names.slice(0, state.touches.length).join(" → ");
    const asks = hasButtons() ? words.which : namesNext().length ? words.named : words.begun;
    return [counted, asks.replace("{what}", begun).replace("{with}", namesNext().join(", "))].filter(Boolean).join(" ");
  }
  const missing = list ? Math.max(0, list.least - state.chosen.length) : 0;
  const left = missing ? words.missing.replace("{count}", missing) : "";
  const chosen = list ? words.chosen.replace("{what}", names) : words.one;
  if (state.chosen.length) return [counted, chosen, left].filter(Boolean).join(" ");
  return plan.asks.length ? [words.touch, left].filter(Boolean).join(" ") : "";
}

// What would follow, with what choices add up to.
function follows() {
  const sums = new Map();
  for (const { weight } of state.chosen) if (weight) sums.set(weight[0], (sums.get(weight[0]) ?? 0) + weight[1]);
  const totals = [...sums].map(([name, number]) => state.ask.total.replace("{name}", name).replace("{number}", number));
  return [...state.chosen.flatMap((choice) => choice.follows), ...totals];
}

// Buttons for the choices between which the touches leave a doubt.
function which() {
  if (!hasButtons()) return [];
  return choosable().map(({ ask, choice }) => {
    const made = Object.assign(document.createElement("button"), { type: "button", className: "quiet" });
    made.textContent = choice.badge ? `${choice.label} (${choice.badge})` : choice.label;
    made.dataset.value = choice.value;
    made.addEventListener("click", () => {
      choose(ask, choice);
      render();
    });
    return made;
  });
}

function renderConfirm() {
  const value = answer();
  const list = listAsked();
  const confirm = byId("confirm");
  confirm.hidden = value === null;
  confirm.name = "action";
  confirm.value = value ?? "";
  const what = list ? (state.chosen.length ? list.title : list.nothing) : state.chosen[0]?.label ?? "";
  confirm.textContent = confirm.dataset.what.replace("{what}", what);
  confirm.classList.toggle("quiet", list !== null && !state.chosen.length);
}

// What is written at a thing that may be touched next, if it is the last one of its choices: their badges.
function badges() {
  const found = new Map();
  const at = state.touches.length;
  for (const { choice } of plan ? goingOn(state.touches) : []) {
    if (!choice.badge || choice.steps.length !== at + 1) continue;
    const thing = choice.steps[at];
    found.set(thing, (found.get(thing) ?? new Set()).add(choice.badge));
  }
  return found;
}

// Parts of the picture that are seen while the thing to which they belong is touched or chosen, such as a range.
function renderParts() {
  const begun = new Set([...state.touches.flat(), ...state.chosen.flatMap((choice) => choice.steps)]);
  for (const part of document.querySelectorAll("[data-with]")) part.classList.toggle("begun", begun.has(part.dataset.with));
}

function renderThings() {
  const written = badges();
  const lit = plan ? litNow() : new Set();
  const open = plan ? changeable() : new Set();
  const chosen = new Set(state.chosen.flatMap((choice) => choice.steps));
  for (const element of thingsOn()) {
    const ids = idsOf(element);
    const has = (set) => ids.some((id) => set.has(id));
    const isCopy = ids.some((id) => copies.get(id)?.isConnected && copies.get(id) !== element);
    const isTouched = state.touches.some((touched) => ids.some((id) => touched.includes(id)));
    element.classList.toggle("lit", has(lit));
    const badge = new Set(ids.flatMap((id) => [...(written.get(id) ?? [])]));
    if (badge.size) element.dataset.badge = [...badge].join(" / ");
    else delete element.dataset.badge;
    element.classList.toggle("touchable", has(lit) || has(open));
    element.classList.toggle("chosen", !isCopy && (has(chosen) || isTouched));
    element.classList.toggle("dim", Boolean(plan) && !has(lit) && !has(open) && ids.some((id) => id in plan.bars));
  }
}

function render() {
  renderThings();
  renderParts();
  drawArrows();
  if (!plan) return;
  byId("chosen").textContent = says();
  put(byId("follows"), ...follows().map(line));
  const isBegun = state.touches.length > 0 || state.chosen.length > 0;
  byId("spoken").hidden = isBegun;
  const more = byId("more");
  if (more) more.hidden = isBegun;
  if (more && !isBegun) more.value = "";
  byId("which").replaceChildren(...which());
  byId("undo").hidden = !state.touches.length && !state.chosen.length;
  renderConfirm();
}

// The bar at the foot of the window, behind which nothing can be seen.
function foot() {
  return byId("panel").closest(".foot") ?? byId("panel");
}

// Bring something into the window, above the bar, no further than it takes, so that what was in sight stays so.
export function bringIntoSight(element) {
  document.documentElement.style.scrollPaddingBlockEnd = `${foot().offsetHeight}px`;
  if (!isSeen(element)) element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
}

// Whether all of it can be seen, or as much as there is room for: within the window, above the bar, and within the maps
// and rows in which it may be scrolled away.
function isSeen(element) {
  const box = element.getBoundingClientRect();
  let [top, end] = [0, foot().getBoundingClientRect().top];
  for (let around = element.parentElement.closest(SCROLLED); around; around = around.parentElement.closest(SCROLLED)) {
    const { top: from, bottom: to } = around.getBoundingClientRect();
    [top, end] = [Math.max(top, from), Math.min(end, to)];
  }
  return box.top >= top - 1 && box.top + Math.min(box.height, end - top) <= end + 1 && end > top;
}

// What is lit is seen, some of it at least; where nothing is lit, or the bar has what is wanted, what the table marks as
// asked about.
function showLit() {
  const lit = document.querySelector("[data-in-bar]") ? [] : [...document.querySelectorAll(".thing.lit")];
  const wanted = lit.length ? lit : [...document.querySelectorAll("[data-asked-about]")];
  if (wanted.length && !wanted.some(isSeen)) bringIntoSight(wanted[0]);
}

// ---- arrows from thing to thing: the pairs that are chosen

// How far along its first half an arrow has its number: near to where it begins.
const MARKED = 0.12;

const SVG = "http://www.w3.org/2000/svg";

function svg(name, attributes, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

// The copy of a thing that was touched; without one that which is nearest to a height in the window.
function copyOf(thing, height) {
  const touched = copies.get(thing);
  if (touched?.isConnected) return touched;
  const away = (one) => Math.abs(one.getBoundingClientRect().top - height);
  const found = [...document.querySelectorAll(`[data-thing~="${CSS.escape(thing)}"]`)];
  return found.sort((one, other) => away(one) - away(other))[0];
}

function middleOf(found, table) {
  if (!found) return null;
  const box = found.getBoundingClientRect();
  const corner = table.getBoundingClientRect();
  return { x: box.left + box.width / 2 - corner.left, y: box.top + box.height / 2 - corner.top, half: box.height / 2 };
}

// From where to where a pair leads, each as the middle of what lies there.
function endsOf([from, to], table) {
  const begun = copyOf(from, 0);
  return [begun, copyOf(to, begun?.getBoundingClientRect().top ?? 0)].map((one) => middleOf(one, table));
}

function arrow(from, to, label) {
  const down = to.y > from.y ? 1 : -1;
  const start = { x: from.x, y: from.y + down * from.half };
  const end = { x: to.x, y: to.y - down * to.half };
  const group = svg("g", {});
  const bend = Math.abs(end.x - start.x) < 8 ? 14 : 0;
  const middle = { x: (start.x + end.x) / 2 + bend, y: (start.y + end.y) / 2 };
  const path = `M${start.x} ${start.y}Q${middle.x} ${middle.y} ${end.x} ${end.y}`;
  group.append(svg("path", { class: "arrow-line", d: path, "marker-end": "url(#arrow-head)" }));
  const mark = { x: start.x + (middle.x - start.x) * MARKED, y: start.y + down * 12 };
  group.append(svg("circle", { class: "arrow-mark", cx: mark.x, cy: mark.y, r: 10 }));
  group.append(svg("text", { class: "arrow-label", x: mark.x, y: mark.y + 4 }, label));
  return group;
}

function drawArrows() {
  const table = byId("table");
  if (!table) return;
  table.querySelector(":scope > svg.arrows")?.remove();
  const pairs = state.chosen.filter((choice) => state.ask && isList(state.ask) && choice.steps.length === 2);
  const ends = pairs.map(({ steps }, at) => [...endsOf(steps, table), String(at + 1)]);
  const drawn = ends.filter(([from, to]) => from && to);
  if (!drawn.length) return;
  const overlay = svg("svg", { class: "arrows", "aria-hidden": "true" });
  const head = svg("marker", { id: "arrow-head", viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 5, markerHeight: 5, orient: "auto" });
  head.append(svg("path", { d: "M0 0L10 5L0 10Z" }));
  overlay.append(head, ...drawn.map(([from, to, label]) => arrow(from, to, label)));
  table.append(overlay);
}

// ---- a card held close, or why it cannot be chosen

function lookAt(element) {
  const closeup = byId("closeup");
  if (!closeup) return;
  const face = element.querySelector(".card");
  const reasons = plan ? idsOf(element).map((id) => plan.bars[id]).filter(Boolean) : [];
  const why = !plan || element.classList.contains("touchable") ? "" : reasons[0] ?? byId("panel").dataset.barred;
  const said = why ? [Object.assign(document.createElement("p"), { textContent: why })] : [];
  const copy = face && !why ? [face.cloneNode(true)] : [];
  copy.forEach((one) => one.classList.replace("small", "full"));
  put(closeup, ...copy, ...said);
}

function putAway() {
  const closeup = byId("closeup");
  if (closeup) put(closeup);
}

// An answer of the bar, by its place among them.
function speak(at) {
  choose(null, plan.spoken[at]);
  render();
  byId("confirm").focus({ preventScroll: true });
}

// ---- what people do

document.addEventListener("click", (event) => {
  const element = event.target.closest("[data-thing]");
  if (!element) {
    putAway();
    return;
  }
  event.preventDefault();
  if (plan && touch(element)) {
    putAway();
    render();
    showLit();
    if (event.detail === 0 && answer() !== null) byId("confirm").focus({ preventScroll: true });
  } else {
    lookAt(element);
  }
});

document.addEventListener("click", (event) => {
  const spoken = event.target.closest("[data-spoken]");
  if (spoken && plan) {
    event.preventDefault();
    speak(Number(spoken.dataset.spoken));
  }
  if (event.target.closest("#undo")) {
    undo();
    render();
  }
});

document.addEventListener("change", (event) => {
  if (event.target.matches("#more") && plan && event.target.value !== "") speak(Number(event.target.value));
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.target.closest("input, select, textarea")) return;
  putAway();
  if (plan && (state.touches.length || state.chosen.length)) {
    undo();
    render();
  }
});

function begin() {
  const written = byId("plan");
  const fresh = written ? JSON.parse(written.dataset.plan) : null;
  const isNew = fresh?.decision !== plan?.decision;
  if (isNew) {
    forget();
    putAway();
  }
  plan = fresh;
  if (plan && state.chosen.length + state.touches.length > 0) keepState();
  const turning = document.querySelector("[data-turns]");
  if (isNew && plan && turning) turn(idsOf(turning));
  render();
  if (isNew && plan) showLit();
}

// The same decision was sent again: what was chosen is found anew among its choices.
function keepState() {
  const all = [...plan.asks.flatMap((ask) => ask.choices.map((choice) => ({ ask, choice }))), ...plan.spoken.map((choice) => ({ ask: null, choice }))];
  const found = state.chosen.map((old) => all.find(({ choice }) => choice.value === old.value));
  if (found.includes(undefined)) forget();
  else state = { ...state, ask: found[0]?.ask ?? null, chosen: found.map(({ choice }) => choice) };
}

document.addEventListener("shown", begin);
window.addEventListener("resize", drawArrows);
window.addEventListener("load", drawArrows);
begin();
