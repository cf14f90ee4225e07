import type { FoundAt } from './message-search.port.js';

const cursor = /^(\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function toCursor({ createdAt, id }: FoundAt): string {
  return `${createdAt.getTime()}_${id}`;
}

/** Null for what was never given. */
export function readCursor(text: string): FoundAt | null {
  const [, time, id] = cursor.exec(text) ?? [];
  return time !== undefined && id !== undefined ? { createdAt: new Date(Number(time)), id } : null;
}
