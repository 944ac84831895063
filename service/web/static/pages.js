// What the pages can do without a script they do a little more smoothly with this one: it sends the same forms and
// follows the same links, and puts the parts of the page that have changed in the place of the old ones.
import { fetched, keptOf, lineIs, post, wait } from "./line.js";

// Milliseconds between two questions whether the game has moved: the server holds each back until it has, or for a
// while; when it is too busy for that it answers at once, and when nobody looks at the page there is no hurry.
const PAUSE = 200;
const PAUSE_BUSY = 3000;
const PAUSE_UNSEEN = 15000;

// Each part of the page as the server has sent it: what scripts and people have changed of it since does not count.
const sent = new Map();
function keep(part) {
  sent.set(part.id, withoutNonces(part));
}

// Show the page of a response: only the parts that differ are replaced, so that a half-filled form stays. Another page
// than this one is gone to.
async function show(response, remember) {
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const parts = page.querySelectorAll("[data-part]");
  if (parts.length < 2 || new URL(response.url).pathname !== window.location.pathname) {
    window.location.assign(response.url);
    return;
  }
  await Promise.all([...page.querySelectorAll(SHEETS)].map(inHead));
  // Of two answers under way the earlier one may come last.
  if (!remember && versionIn(page) < versionIn(document)) return;
  const focused = document.activeElement;
  for (const part of parts) {
    const old = document.getElementById(part.id);
    if (part.id === "messages") {
      // What was said stays until something else is, and the region stays too: so it is read aloud.
      if (remember || part.childElementCount) old?.replaceChildren(...part.childNodes);
      continue;
    }
    if (old && !sent.get(part.id)?.isEqualNode(compared(part))) {
      if (!remember && isInUse(old)) {
        postponed = true;
        continue;
      }
      keep(part);
      keepOpen(old, part);
      part.querySelectorAll("link[rel=stylesheet]").forEach((sheet) => sheet.remove());
      old.replaceWith(document.adoptNode(part));
      part.querySelectorAll("[data-points]").forEach(count);
    }
  }
  if (remember) renew(page);
  document.title = page.title;
  if (remember) remembered(response.url);
  if (!focused.isConnected) standInFor(focused)?.focus({ preventScroll: true });
  document.dispatchEvent(new Event("shown"));
}

// The style sheets that parts bring with them are in the head before the parts are shown: a part is never laid out without
// its own, as it would be as long as a sheet within it is loaded.
const SHEETS = "[data-part] link[rel=stylesheet]";
function inHead(sheet) {
  if ([...document.head.querySelectorAll("link")].some((one) => one.href === sheet.href)) return null;
  const kept = Object.assign(document.createElement("link"), { rel: "stylesheet", href: sheet.href });
  return new Promise((done) => {
    kept.onload = kept.onerror = done;
    document.head.append(kept);
  });
}

// The address of what is shown now: a page whose steps have addresses of their own keeps those before it for going back.
function remembered(address) {
  const isNext = document.querySelector("main[data-steps]") && address !== window.location.href;
  window.history[isNext ? "pushState" : "replaceState"](null, "", address);
}

const versionIn = (page) => Number(page.getElementById("about")?.dataset.version ?? 0);

// Whether somebody writes or chooses something in a part, or has marked some of its text: no update touches it then.
// What is counted there by this script nobody has written.
let postponed = false;
function isInUse(part) {
  const isField = (element) => element.matches("input:not([type=hidden]), select, textarea");
  const isChanged = (field) =>
    field.matches("select")
      ? [...field.options].some((one) => one.selected !== one.defaultSelected) && [...field.options].some((one) => one.defaultSelected)
      : field.checked !== field.defaultChecked || field.value !== field.defaultValue;
  const selection = document.getSelection();
  if (!selection.isCollapsed && selection.containsNode(part, true)) return true;
  if (part.contains(document.activeElement) && isField(document.activeElement)) return true;
  return [...part.querySelectorAll("input:not([type=hidden]):not([type=range]):not([readonly]), select, textarea")].some(isChanged);
}
function catchUp() {
  if (!postponed) return;
  postponed = false;
  refresh().catch(() => lineIs(false));
}
document.addEventListener("focusout", () => setTimeout(catchUp));
document.addEventListener("selectionchange", () => {
  if (postponed && document.getSelection().isCollapsed) catchUp();
});

// A part as it is compared: most have no nonces, and need no copy for that.
const compared = (part) => (part.querySelector("input[name=nonce]") ? withoutNonces(part) : part);

// A part of a page but for what tells its forms from those of the page when it is loaded again.
function withoutNonces(part) {
  const copy = part.cloneNode(true);
  for (const nonce of copy.querySelectorAll("input[name=nonce]")) nonce.remove();
  return copy;
}

// A form that was sent, and stays, is a new one, and of what is kept now.
function renew(page) {
  const fresh = page.querySelector("input[name=nonce]");
  if (fresh) for (const nonce of document.querySelectorAll("input[name=nonce]")) nonce.value = fresh.value;
  for (const over of page.querySelectorAll("input[name=over]")) {
    const same = document.querySelector(`form[action="${over.form.getAttribute("action")}"] input[name=over]`);
    if (same) same.value = over.value;
  }
}

// Where the focus goes when what had it was replaced: to the same step of the replay, else to the question asked.
function standInFor(focused) {
  const step = focused.dataset.key && document.querySelector(`[data-key="${focused.dataset.key}"]`);
  return step || document.getElementById("question") || document.querySelector("input[type=range]");
}

function keepOpen(old, fresh) {
  for (const details of old.querySelectorAll("details[open][id]")) {
    const same = fresh.querySelector(`#${details.id}`);
    if (same) same.open = true;
  }
}

// What is left of the points that a form may spend.
function count(section) {
  const chosen = section.querySelectorAll("option:checked[data-cost], input:checked[data-cost]");
  const left = [...chosen].reduce((points, one) => points - Number(one.dataset.cost), Number(section.dataset.points));
  section.querySelector(".left").value = left;
}
document.addEventListener("change", (event) => {
  const section = event.target.closest("[data-points]");
  if (section) count(section);
});

// That the server is away or busy passes: it ends nothing, and is no page to be shown.
const passes = ({ status }) => status === 429 || status >= 500;

async function refresh() {
  const response = await fetched(window.location.href);
  if (passes(response)) throw new Error(`${response.status}`);
  await show(response, false);
}

// An address with what the page shows already.
function since(address) {
  const { version } = document.getElementById("about").dataset;
  const last = document.getElementById("talk")?.dataset.last ?? 0;
  return `${address}${address.includes("?") ? "&" : "?"}after=${version}&talk=${last}`;
}

// The page updates itself when its game moves. Of all tabs of a browser, which has few connections for them, the one that
// was looked at last holds one: it listens, or asks where it cannot. All others look from time to time, and as soon as
// somebody comes back to them.
async function follow(main) {
  let goesOn = true;
  while (goesOn) {
    const isHeld = !document.hidden && (await oneOfAllTabs(async () => (goesOn = await held(main))));
    if (goesOn) await looked(main, isHeld || document.hidden ? PAUSE_UNSEEN : PAUSE_BUSY);
  }
}

const others = "BroadcastChannel" in window ? new BroadcastChannel("line") : new EventTarget();

// Do it while no other tab does: whether this tab did. A browser without locks does it in every tab that is looked at.
async function oneOfAllTabs(work) {
  if (!navigator.locks) return work().then(() => true);
  return navigator.locks.request("line", { ifAvailable: true }, (lock) => lock !== null && work().then(() => true));
}

// Somebody comes to look at this page, or looks at it again.
const returned = () =>
  new Promise((resolve) => {
    document.addEventListener("visibilitychange", resolve, { once: true });
    addEventListener("focus", resolve, { once: true });
  });
addEventListener("focus", () => others.postMessage?.("mine"));

async function looked(main, pause) {
  await Promise.race([wait(pause), returned()]);
  try {
    const news = await fetch(`${since(main.dataset.news)}&wait=0`);
    lineIs(true);
    if (news.status === 200) await refresh();
  } catch {
    lineIs(false);
  }
}

// Whether the connection is to be left: nobody looks at this page, or somebody looks at another one.
let isLeft = false;
const leaving = (done) => {
  isLeft = false;
  const leave = () => {
    isLeft = true;
    done();
  };
  const hidden = () => document.hidden && leave();
  document.addEventListener("visibilitychange", hidden);
  others.addEventListener("message", leave, { once: true });
  return () => {
    document.removeEventListener("visibilitychange", hidden);
    others.removeEventListener("message", leave);
  };
};

// Listen or ask until the connection is to be left; false once there is nothing to listen to.
async function held(main) {
  return (await listened(main)) ? asked(main) : true;
}

// Listen until the connection is to be left; whether that is of no use here.
function listened(main) {
  return new Promise((resolve) => {
    const source = new EventSource(since(main.dataset.stream), { withCredentials: true });
    let heard = false;
    const done = (isOfNoUse) => {
      source.close();
      stay();
      resolve(isOfNoUse);
    };
    const stay = leaving(() => done(false));
    source.onopen = () => {
      heard = true;
      lineIs(true);
    };
    const missed = () => {
      lineIs(false);
      done(false);
    };
    source.addEventListener("news", () => refresh().catch(missed));
    source.addEventListener("end", () => source.close());
    source.onerror = () => {
      const connectsAgain = heard && source.readyState !== EventSource.CLOSED;
      heard = false;
      lineIs(navigator.onLine && !connectsAgain);
      if (!connectsAgain) done(true);
    };
  });
}

// Ask until the connection is to be left; false once there is nothing to ask for.
async function asked(main) {
  let pause = PAUSE;
  const stay = leaving(() => {});
  while (!isLeft) {
    await wait(pause);
    const begun = Date.now();
    try {
      const news = await fetch(since(main.dataset.news));
      if (passes(news)) throw new Error(`${news.status}`);
      lineIs(true);
      if (news.status !== 204) await refresh();
      if (news.status !== 200 && news.status !== 204) return stay() ?? false;
      pause = news.status === 204 && Date.now() - begun < PAUSE_BUSY ? PAUSE_BUSY : PAUSE;
    } catch {
      lineIs(false);
      pause = PAUSE_BUSY;
    }
  }
  stay();
  return true;
}

// A page that the browser had put away is brought up to date when it is shown again; a form that somebody has begun to
// fill in stays.
addEventListener("pageshow", (event) => {
  if (event.persisted && (main || !isInUse(document.body))) refresh().catch(() => lineIs(false));
});

// An answer is sent without leaving the page; if that fails, as it would be without a script. The address is read as an
// attribute, since a field of the form may be named `action` too.
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (form.method !== "post" || form.dataset.plain || !document.querySelector("main[data-news], main[data-steps]")) return;
  if (!form.closest("main")) return;
  event.preventDefault();
  if (form.dataset.sent) return;
  form.dataset.sent = "yes";
  const plainly = () => {
    form.dataset.plain = "yes";
    form.requestSubmit(submitter);
  };
  const body = new URLSearchParams(new FormData(form, submitter));
  post(form.getAttribute("action"), body)
    .then(async (response) => {
      if (!response.ok) return plainly();
      await show(response, true);
      if ("emptied" in form.dataset && !document.querySelector("#messages .refused")) form.reset();
    })
    .catch(plainly)
    .finally(() => delete form.dataset.sent);
});

// What the server did not take is sent as it would be without a script: so its answer is shown. The form's own method is
// called, as a field may be named `submit`.
function sendPlainly(address, body) {
  const form = Object.assign(document.createElement("form"), { method: "post", hidden: true });
  form.setAttribute("action", address);
  for (const [name, value] of body) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  document.body.append(form);
  HTMLFormElement.prototype.submit.call(form);
}

// Whoever signs out is shown nothing more on this device: its subscription ends before the session does.
const signOut = document.querySelector('form[action="/sign-out"]');
if (signOut && "serviceWorker" in navigator) {
  signOut.addEventListener("submit", async (event) => {
    event.preventDefault();
    const registration = await navigator.serviceWorker.getRegistration("/static/worker.js").catch(() => null);
    const subscription = await registration?.pushManager?.getSubscription().catch(() => null);
    if (subscription) await Promise.race([subscription.unsubscribe().catch(() => null), wait(PAUSE_BUSY)]);
    signOut.submit();
  });
}

// The replay: the slider shows each version as it is passed, the keys follow the links of the steps.
function replay(form) {
  const slider = form.elements.at;
  let shown = slider.value;
  let busy = false;
  const go = async (url) => {
    busy = true;
    try {
      await show(await fetched(url), true);
    } finally {
      busy = false;
    }
  };
  const slide = async () => {
    while (!busy && slider.value !== shown) {
      shown = slider.value;
      const url = new URL(form.getAttribute("action"), window.location.href);
      url.search = new URLSearchParams(new FormData(form));
      await go(url);
    }
  };
  slider.addEventListener("input", slide);
  const step = (link) => {
    slider.value = new URL(link.href).searchParams.get("at");
    slide();
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.step, .log a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    step(link);
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
    const link = form.querySelector(`[data-key="${event.key}"]`);
    if (!link) return;
    event.preventDefault();
    step(link);
  });
}

document.documentElement.classList.add("scripted");
document.querySelectorAll("[data-part]").forEach(keep);
const main = document.querySelector("main[data-news]");
if (main) follow(main);
const unsent = main && keptOf(`${window.location.pathname}/`);
if (unsent) post(...unsent).then((response) => (response.ok ? show(response, true) : sendPlainly(...unsent)));
const form = document.querySelector("[data-slider]");
if (form) replay(form);
document.querySelectorAll("[data-points]").forEach(count);
