import type { LocalStore } from './local-store.js';

/** Makes one for each store, on demand: it is gone with what else is known of whoever is signed in. */
export function perStore<Value>(make: (store: LocalStore) => Value): (store: LocalStore) => Value {
  const byStore = new WeakMap<LocalStore, { readonly value: Value }>();
  return (store) => {
    const known = byStore.get(store) ?? { value: make(store) };
    byStore.set(store, known);
    return known.value;
  };
}
