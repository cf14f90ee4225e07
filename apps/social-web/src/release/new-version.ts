// A new release reaches open tabs (ADR 0042). Guarantees: no tab is loaded anew before somebody asks for it in one of them;
// then all are, so that no two run different releases.
//   current → waiting   a release has been found and all its files are stored
//   waiting → current   taken here or in another tab: its worker is active, and each tab is loaded anew
import { useSyncExternalStore } from 'react';
import { workerContainer } from '../api/worker-container.js';

/** A release restarts the server, but a tab may have no connection by then. Milliseconds. */
const lookEvery = 15 * 60_000;

const listeners = new Set<() => void>();
let waiting: ServiceWorker | null = null;

function setWaiting(worker: ServiceWorker | null): void {
  waiting = worker;
  for (const listener of listeners) listener();
}

/** Without a worker the client works too, but needs the network to open. */
export function startWorker(): void {
  const serviceWorker = workerContainer();
  if (!serviceWorker) return;
  // A tab of the very first visit gets its first worker while it is open.
  let isControlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (isControlled || waiting) location.reload();
    isControlled = true;
  });
  serviceWorker.register('/service-worker.js').then(watch, () => {});
}

function watch(registration: ServiceWorkerRegistration): void {
  const look = () => setWaiting(registration.waiting);
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', look);
  });
  look();
  const ask = () => {
    // The browser itself asks only when a page is opened.
    if (!document.hidden) registration.update().catch(() => {});
  };
  setInterval(ask, lookEvery);
  addEventListener('online', ask);
  document.addEventListener('visibilitychange', ask);
}

/** Whether a release newer than this one is ready to be taken. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(subscribe, () => waiting !== null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Loads the document anew, of the newest release that is here. */
export function loadAnew(): void {
  if (waiting) waiting.postMessage('take');
  else location.reload();
}
