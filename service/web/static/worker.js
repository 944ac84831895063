// Shows what a push service brings, and opens what it is about when it is tapped. It stands between no page and the server.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("push", (event) => event.waitUntil(show(event.data?.json() ?? { title: "Nightledger" })));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data?.url || "/", self.location.origin).href));
});

async function show({ title, body, url, tag, challenge }) {
  await self.registration.showNotification(title, { body, tag, renotify: Boolean(tag), data: { url } });
  if (challenge) await confirm(challenge);
}

// That the first notice has come here is what confirms the device; pages that wait for it are told.
async function confirm(challenge) {
  const answer = await fetch(`/mail/confirm/${challenge}`, { method: "POST" });
  if (!answer.ok) return;
  for (const page of await self.clients.matchAll({ includeUncontrolled: true })) page.postMessage("confirmed");
}

async function open(url) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => page.url === url);
  return there ? there.focus() : self.clients.openWindow(url);
}
