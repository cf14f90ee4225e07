import { ownerKey, type DeviceDatabase } from '../../api/device-database.js';

/** Does what IndexedDB does, without a browser: values are copied, and a change is one step. */
export function memoryDatabase(): DeviceDatabase {
  const values = new Map<string, unknown>();
  const get = (key: string) => structuredClone(values.get(key));
  return {
    read: async (keys) => keys.map(get),
    async change(me, keys, decide) {
      if (values.get(ownerKey) !== me) return;
      for (const [key, value] of Object.entries(decide(keys.map(get)) ?? {}))
        values.set(key, structuredClone(value));
    },
    all: async (prefix) => [...values.keys()].filter((key) => key.startsWith(prefix)).map(get),
    async each(prefix, visit) {
      for (const key of values.keys()) if (key.startsWith(prefix)) visit(get(key));
    },
    async claim(me) {
      if (values.get(ownerKey) === me) return;
      if (values.has(ownerKey)) values.clear();
      values.set(ownerKey, me);
    },
    clear: async () => values.clear(),
    async clearExcept(...prefixes) {
      const isKept = (key: string) => prefixes.some((prefix) => key.startsWith(prefix));
      for (const key of values.keys()) if (key !== ownerKey && !isKept(key)) values.delete(key);
    },
  };
}
