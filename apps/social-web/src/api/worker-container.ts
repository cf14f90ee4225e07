/** Browsers have no workers on pages that came without encryption, and some throw where they deny storage. */
export function workerContainer(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
}
