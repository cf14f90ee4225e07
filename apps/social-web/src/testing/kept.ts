import type { Page } from 'playwright-core';

/** Everything that this browser keeps, as text. */
export function keptBy(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('triptych');
      request.onsuccess = () => resolve(request.result);
    });
    if (!database.objectStoreNames.contains('kept')) return '';
    const request = database.transaction('kept').objectStore('kept').getAll();
    await new Promise((resolve) => (request.onsuccess = resolve));
    database.close();
    return JSON.stringify([request.result, Object.entries(localStorage)]);
  });
}

/** The keys of what it keeps in its database that begin so. */
export function keptKeys(page: Page, prefix: string): Promise<string[]> {
  return page.evaluate(async (begin) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('triptych');
      request.onsuccess = () => resolve(request.result);
    });
    const keys = IDBKeyRange.bound(begin, `${begin}\uffff`);
    const request = database.transaction('kept').objectStore('kept').getAllKeys(keys);
    await new Promise((resolve) => (request.onsuccess = resolve));
    database.close();
    return request.result as string[];
  }, prefix);
}

/** Keeps these values in its database, by their keys. */
export function keepValues(page: Page, values: Readonly<Record<string, unknown>>): Promise<void> {
  return page.evaluate(async (written) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('triptych');
      request.onsuccess = () => resolve(request.result);
    });
    const transaction = database.transaction('kept', 'readwrite');
    for (const [key, value] of Object.entries(written))
      transaction.objectStore('kept').put(value, key);
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    database.close();
  }, values);
}

/** Runs in a page before its own script, which can read nothing of what is kept for so long. */
export function keepReadersWaiting(milliseconds: number): void {
  const opening = indexedDB.open('triptych');
  opening.onsuccess = () => {
    const store = opening.result.transaction('kept', 'readwrite').objectStore('kept');
    const goOn = () => {
      if (performance.now() > milliseconds) return opening.result.close();
      store.count().onsuccess = goOn;
    };
    goOn();
  };
}
