import { createNotifications, type Notice } from './notifications.js';
import { createFiles, type FileEntry } from './stored-files.js';

declare const self: ServiceWorkerGlobalScope & {
  /** Every file of the client, put here by the build. */
  readonly __WB_MANIFEST: readonly FileEntry[];
};

const files = createFiles(self.__WB_MANIFEST);
const notifications = createNotifications(self);

self.addEventListener('install', (event) => event.waitUntil(files.store()));
self.addEventListener('activate', (event) => {
  event.waitUntil(files.dropOld().then(() => self.clients.claim()));
});
self.addEventListener('fetch', (event) => files.respond(event));
self.addEventListener('message', (event) => {
  const data = event.data as 'take' | ({ readonly kind: 'message' } & Notice);
  // Somebody takes the new version; every tab is loaded anew once it is active.
  if (data === 'take') void self.skipWaiting();
  else if (data.kind === 'message') event.waitUntil(notifications.show(data));
});
self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(notifications.show(event.data.json() as Notice));
});
self.addEventListener('notificationclick', (event) => {
  event.waitUntil(notifications.press(event.notification));
});
self.addEventListener('pushsubscriptionchange', (event) => {
  (event as ExtendableEvent).waitUntil(notifications.renewAddress());
});
