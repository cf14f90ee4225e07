import { createFiles, type FileEntry } from './stored-files.js';

declare const self: ServiceWorkerGlobalScope & {
  /** Every file of the client, put here by the build. */
  readonly __WB_MANIFEST: readonly FileEntry[];
};

const files = createFiles(self.__WB_MANIFEST);

self.addEventListener('install', (event) => event.waitUntil(files.store()));
self.addEventListener('activate', (event) => {
  event.waitUntil(files.dropOld().then(() => self.clients.claim()));
});
self.addEventListener('fetch', (event) => files.respond(event));
self.addEventListener('message', ({ data }) => {
  // Somebody takes the new version; every tab is loaded anew once it is active.
  if (data === 'take') void self.skipWaiting();
});
