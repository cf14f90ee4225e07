import type { Page } from 'playwright-core';

/** Writes this under each key of the kept data that begins so; returns how many there are. */
function damage(page: Page, prefix: string, value: unknown): Promise<number> {
  return page.evaluate(
    async ([begin, damaged]) => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open('triptych');
        request.onsuccess = () => resolve(request.result);
      });
      const transaction = database.transaction('kept', 'readwrite');
      const store = transaction.objectStore('kept');
      const request = store.getAllKeys();
      await new Promise((resolve) => (request.onsuccess = resolve));
      const keys = request.result.filter((key) => typeof key === 'string' && key.startsWith(begin));
      for (const key of keys) store.put(damaged, key);
      await new Promise((resolve) => (transaction.oncomplete = resolve));
      database.close();
      return keys.length;
    },
    [prefix, value] as const,
  );
}

/** What is kept is written after it is shown, on a slow machine long after. */
export async function damageOnceKept(page: Page, prefix: string, value: unknown): Promise<number> {
  for (;;) {
    const damaged = await damage(page, prefix, value);
    if (damaged > 0) return damaged;
    await page.waitForTimeout(100);
  }
}
