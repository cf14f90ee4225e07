import type { AuditEntry } from './audit.js';

/** An entry as the route shows it. */
export function entryToWire({ at, ...entry }: AuditEntry) {
  return { ...entry, time: at.toISOString() };
}
