// A new release reaches open tabs (ADR 0042). Guarantees: no tab is loaded anew before somebody asks for it in one of them;
// then all are, so that no two run different releases.
//   current → waiting   a release has been found and all its files are stored
//   waiting → current   taken here or in another tab: its worker is active, and each tab is loaded anew, at once, or when it
//                       asks, where it was still loading and no script of it heard of that
import { useSyncExternalStore } from 'react';
import { workerContainer } from '../api/worker-container.js';
import { entryScript } from './entry-script.js';

/** A release restarts the server, but a tab may have no connection by then. Milliseconds. */
const lookEvery = 15 * 60_000;

/** A worker becomes active in a fraction of it, or is waited for in vain. Milliseconds. */
const [lateAfter, takenWithin] = [500, 5_000];

const listeners = new Set<() => void>();
let waiting: ServiceWorker | null = null;
let isTaken = false;
let nudging: ReturnType<typeof setInterval> | undefined;
let isLeaving = false;

function setWaiting(worker: ServiceWorker | null): void {
  waiting = worker;
  // A still newer one has come into the place of the one that was told.
  if (isTaken) waiting?.postMessage('take');
  for (const listener of listeners) listener();
}

/** Without a worker the client works too, but needs the network to open. */
export function startWorker(): void {
  const serviceWorker = workerContainer();
  if (!serviceWorker) return;
  // A tab of the very first visit gets its first worker while it is open.
  let isControlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (isControlled || waiting) return reload();
    isControlled = true;
    askRelease();
  });
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ readonly kind: string }>) => {
    if (data.kind === 'outdated') reload();
  });
  void serviceWorker.ready.then(({ active }) => {
    // This page was on its way while the first worker became active, and is not among those that it took.
    if (!serviceWorker.controller) active?.postMessage('claim');
  });
  lookOften(serviceWorker);
}

/** A first worker that could not store its files is gone, and is tried for again. */
function lookOften(serviceWorker: ServiceWorkerContainer): void {
  let watched: ServiceWorkerRegistration | undefined;
  const look = async () => {
    const registration = await serviceWorker.register('/service-worker.js');
    askRelease();
    // The browser itself asks only when a page is opened.
    if (registration === watched) await registration.update();
    else watch((watched = registration));
  };
  const lookQuietly = () => void look().catch(() => {});
  const lookIfShown = () => document.hidden || lookQuietly();
  lookQuietly();
  setInterval(lookIfShown, lookEvery);
  addEventListener('online', lookIfShown);
  document.addEventListener('visibilitychange', lookIfShown);
}

function watch(registration: ServiceWorkerRegistration): void {
  const look = () => setWaiting(registration.waiting);
  const follow = () => registration.installing?.addEventListener('statechange', look);
  registration.addEventListener('updatefound', follow);
  follow();
  look();
}

/** Asks whether this document is of a release before: it may have come while the new one was taken. */
function askRelease(): void {
  const script = entryScript();
  if (!script) return;
  workerContainer()?.controller?.postMessage({ kind: 'release', script });
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
  if (!waiting) return reload();
  isTaken = true;
  waiting.postMessage('take');
  clearInterval(nudging);
  nudging = setInterval(loadEmptyWorker, lateAfter);
  setTimeout(reload, takenWithin);
}

/**
 * Chromium asks the worker before to stop. If something is fetched while it stops, it is started anew without being asked, and
 * the new one goes on waiting until a document or the script of a worker is loaded: on a slow machine half of the time. Of
 * documents that are loaded in that moment some were seen to stay without a reply for good.
 */
function loadEmptyWorker(): void {
  new Worker(new URL('../worker/empty-worker.ts', import.meta.url), { type: 'module' });
}

/**
 * Loads this document anew, of the release that it has. Once: Chromium may lose a page that is asked for again while it comes. Its
 * person may have chosen to stay, and has asked for nothing that comes later.
 */
export function reload(): void {
  clearInterval(nudging);
  isTaken = false;
  if (isLeaving) return;
  isLeaving = true;
  location.reload();
  setTimeout(() => (isLeaving = false), takenWithin);
}
