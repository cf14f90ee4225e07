// Where a file stands: its project, its folder and its room.
import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, posix, relative, sep } from 'node:path';

const slashes = (path) => path.split(sep).join('/');

/** The rows of `rooms` that `path` (from `src`) fits; a sound table gives exactly one. */
export const fitting = (rooms, path) => rooms.filter((room) => room.files.test(path));

/** `root` is the repository; `projects` maps `apps/x` to `{ rooms, folders }`. */
export function createPlaces(root, projects) {
  /** The place of a file given by its path from the root, or null outside every project's `src`. */
  function placeOf(path) {
    const [, project, file] = /^([^/]+\/[^/]+)\/src\/(.+)$/.exec(path) ?? [];
    const walls = projects[project];
    if (!walls) return null;
    const at = file.indexOf('/');
    const [room = null] = fitting(walls.rooms, file);
    return { project, walls, file, folder: at < 0 ? null : file.slice(0, at), room };
  }

  /** TypeScript writes `./x.js` for `x.ts` and `x.tsx`. */
  function sourceOf(path) {
    if (!path.endsWith('.js')) return path;
    const stem = path.slice(0, -3);
    return existsSync(join(root, `${stem}.tsx`)) ? `${stem}.tsx` : `${stem}.ts`;
  }

  return {
    placeOf,
    placeOfFile: (filename) => placeOf(slashes(relative(root, filename))),
    /** What a specifier names, seen from a place: a package, a file of the own project, or something outside of it. */
    target(from, specifier) {
      if (isBuiltin(specifier)) {
        return { package: specifier.startsWith('node:') ? specifier : `node:${specifier}` };
      }
      if (specifier.startsWith('/')) return { outside: specifier };
      if (!/^\.{1,2}(\/|$)/.test(specifier)) return { package: specifier };
      const here = `${from.project}/src/${dirname(from.file)}`;
      const path = sourceOf(posix.join(here, specifier));
      const place = placeOf(path);
      return place?.project === from.project
        ? { place }
        : { outside: posix.relative(from.project, path) };
    },
  };
}
