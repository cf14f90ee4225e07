import { readFileSync } from 'node:fs';

/**
 * A recorded reply, parsed; a missing file throws and so fails the test.
 *
 * @param moduleUrl `import.meta.url` of the test
 * @param path relative to the test
 */
export function readFixture<T = unknown>(moduleUrl: string, path: string): T {
  return JSON.parse(readFileSync(new URL(path, moduleUrl), 'utf8')) as T;
}
