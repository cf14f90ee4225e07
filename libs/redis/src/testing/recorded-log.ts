import type { Log } from '@triptych/logging';

/** A log and what was written to it. */
export function recordedLog(): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = [];
  const write = (...line: unknown[]) => void lines.push(JSON.stringify(line));
  return { lines, log: { debug: write, info: write, warn: write, error: write } };
}
