import { readdirSync, readFileSync } from 'node:fs';

// One folder for the tests and for the demo; nothing but its files crosses the wall.
const folder = new URL('../../../../tools/upstream-player/recordings/', import.meta.url);

/** A recorded reply of an upstream, as text. */
export function readRecording(name: string): string {
  return readFileSync(new URL(`${name}.json`, folder), 'utf8');
}

export function recording<T = unknown>(name: string): T {
  return JSON.parse(readRecording(name)) as T;
}

/** The names of all, or of those that start so. */
export function recordingNames(prefix = ''): string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.filter((file) => file.startsWith(prefix)).map((file) => file.slice(0, -5));
}

// What the others say of themselves, this one said of a post of another host.
const toldOfOthers = ['masto-quote'];

/** The host that gave a reply; of samples, and where it is not known, one that stands for it. */
export function homeOf(name: string): string {
  const { uri } = recording<{ uri?: unknown }>(name);
  const isOwn = typeof uri === 'string' && URL.canParse(uri) && !toldOfOthers.includes(name);
  return isOwn ? new URL(uri).host : 'fedi.example';
}
