import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Beside the bundle of a build; in the client's own folder when the service runs from source. */
const places = ['./web/', '../../social-web/dist/'];

/**
 * Where the built web client lies.
 *
 * @param moduleUrl `import.meta.url` of main
 */
export function findWebClient(moduleUrl: string): string | null {
  const folders = places.map((place) => new URL(place, moduleUrl));
  const folder = folders.find((url) => existsSync(new URL('index.html', url)));
  return folder ? fileURLToPath(folder) : null;
}
