// Shows what a push service brings, and opens what it is about when it is tapped. It stands between no page and the server.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("push", (event) => event.waitUntil(show(event.data?.json() ?? { title: "Nightledger" })));
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data?.url || "/", self.location.origin).href));
});

async function show({ title, body, url, tag, challenge }) {
  await self.registration.showNotification(title, { body, tag, renotify: Boolean(tag), data: { url } });
  await remember(await self.registration.pushManager.getSubscription());
  if (challenge) await confirm(challenge);
}

// That the first notice has come here is what confirms the device; pages that wait for it are told.
async function confirm(challenge) {
  const answer = await fetch(`/mail/confirm/${challenge}`, { method: "POST" });
  if (!answer.ok) return;
  for (const page of await self.clients.matchAll({ includeUncontrolled: true })) page.postMessage("confirmed");
}

// What a browser says of a subscription, and the key that it was made with.
function told(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  const key = String.fromCharCode(...new Uint8Array(subscription.options.applicationServerKey));
  return { endpoint, ...keys, key: btoa(key).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") };
}

// Not every browser says what a subscription was that it ends: what brought a notice is remembered.
const memory = () => caches.open("subscription");
async function remember(subscription) {
  if (subscription) await (await memory()).put("/", new Response(JSON.stringify(told(subscription))));
}

// The old keys prove to the server that this is the same device; no page is open, and there may be no session any more.
async function renew({ oldSubscription, newSubscription }) {
  const was = oldSubscription ? told(oldSubscription) : await (await (await memory()).match("/"))?.json();
  if (!was) return;
  const wanted = { userVisibleOnly: true, applicationServerKey: was.key };
  const fresh = newSubscription ?? (await self.registration.pushManager.subscribe(wanted));
  const fields = Object.entries({ was, now: told(fresh) }).flatMap(([which, one]) =>
    ["endpoint", "p256dh", "auth"].map((name) => [`${which}_${name}`, one[name]]),
  );
  const answer = await fetch("/notices/renewed", { method: "POST", body: new URLSearchParams(fields) });
  if (answer.ok) await remember(fresh);
}

async function open(url) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => page.url === url);
  return there ? there.focus() : self.clients.openWindow(url);
}
