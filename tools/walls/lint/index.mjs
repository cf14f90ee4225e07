// The walls inside projects: which rooms each project has, and the lint rule that keeps them.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createPlaces } from './places.mjs';
import { appRooms } from './rooms-of-apps.mjs';
import { flatProjects } from './rooms-of-libs.mjs';
import { webRooms } from './rooms-of-web.mjs';
import { createWallRule } from './wall-rule.mjs';

export const root = resolve(import.meta.dirname, '../../..');

/** Each project writes its layers beside its package.json: `folders.mjs`, folder → folders it may import. */
async function foldersOf(project) {
  const file = join(root, project, 'folders.mjs');
  if (!existsSync(file)) return {};
  return (await import(pathToFileURL(file).href)).folders;
}

const rooms = {
  'apps/embed-server': appRooms,
  'apps/user-service': appRooms,
  'apps/social-app': appRooms,
  'apps/social-web': webRooms,
  ...flatProjects,
};

/** `apps/x` → its rooms and its folders. */
export const projects = Object.fromEntries(
  await Promise.all(
    Object.entries(rooms).map(async ([project, rows]) => [
      project,
      { rooms: rows, folders: await foldersOf(project) },
    ]),
  ),
);

export const places = createPlaces(root, projects);

/** The configuration blocks of ESLint; `used` learns which entry let something in. */
export const roomWalls = (used) => [
  {
    name: 'walls',
    // JavaScript as well, though no room has it but data of tests.
    files: ['apps', 'libs', 'tools'].map(
      (kind) => `${kind}/*/src/**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}`,
    ),
    plugins: { walls: { rules: { room: createWallRule(places, used) } } },
    rules: { 'walls/room': 'error' },
  },
];
