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
