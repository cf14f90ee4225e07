import { createNotifications, type Notice } from './notifications.js';
import { isShare, receiveShare } from './share-target.js';
import { createFiles, type FileEntry } from './stored-files.js';
import { createWaits } from './waits.js';

declare const self: ServiceWorkerGlobalScope & {
  /** Every file of the client, put here by the build. */
  readonly __WB_MANIFEST: readonly FileEntry[];
};

/** From pages, and from the worker of the next release. */
type WorkerRequest =
  | 'take'
  | 'leave'
  | 'claim'
  | 'signed out'
  | { readonly kind: 'release'; readonly script: string }
  | ({ readonly kind: 'message' } & Notice);

const waits = createWaits();
const files = createFiles(self.__WB_MANIFEST, waits);
const notifications = createNotifications(self, waits);

self.addEventListener('install', (event) => event.waitUntil(files.store()));
self.addEventListener('activate', (event) => {
  event.waitUntil(files.dropOld().then(() => self.clients.claim()));
});
self.addEventListener('fetch', (event) => {
  if (isShare(event.request)) event.respondWith(receiveShare(event.request));
  else files.respond(event);
});
self.addEventListener('message', (event) => {
  const data = event.data as WorkerRequest;
  if (data === 'take') take();
  else if (data === 'leave') waits.leave();
  else if (data === 'claim') event.waitUntil(self.clients.claim());
  else if (data === 'signed out') event.waitUntil(notifications.end());
  else if (data.kind === 'message') event.waitUntil(notifications.show(data));
  else if (data.kind === 'release') event.waitUntil(tellOutdated(event.source, data.script));
});
async function tellOutdated(page: ExtendableMessageEvent['source'], script: string): Promise<void> {
  if (await files.isOutdated(script)) page?.postMessage({ kind: 'outdated' });
}
/** Somebody takes the new version; every tab is loaded anew once it is active, which it is when the one before is done. */
function take(): void {
  self.registration.active?.postMessage('leave');
  void self.skipWaiting();
}
self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(notifications.show(readJson(event.data)));
});
/** Undefined for what is not JSON. */
function readJson(data: PushMessageData): unknown {
  try {
    return data.json();
  } catch {
    return undefined;
  }
}
self.addEventListener('notificationclick', (event) => {
  event.waitUntil(notifications.press(event.notification));
});
self.addEventListener('pushsubscriptionchange', (event) => {
  (event as ExtendableEvent).waitUntil(notifications.renewAddress());
});
