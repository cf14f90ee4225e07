// Decides whether a file may reach for something: what its room does not list, it may not have.
import { language } from './language.mjs';

/** Names that only one project, or one folder of it, may use: `at('social-app/auth', 'jose')`. */
export const at = (place, ...names) => names.map((name) => ({ name, place }));

/** `typebox/*` stands for every path inside a package, `URL` also for `URL.parse`; `process.env` for itself alone. */
const covers = (name, wanted) =>
  name === '*' ||
  name === wanted ||
  (name.endsWith('/*') ? wanted.startsWith(name.slice(0, -1)) : wanted.startsWith(`${name}.`));

const holdsAt = (place, { project, folder }) => {
  const app = project.slice(project.indexOf('/') + 1);
  return place === undefined || place === app || place === `${app}/${folder}`;
};

/** The entry of a list that lets `wanted` in at a place, or undefined. */
const entryFor = (list, wanted, from) =>
  list?.find((entry) =>
    typeof entry === 'string'
      ? covers(entry, wanted)
      : covers(entry.name, wanted) && holdsAt(entry.place, from),
  );

const nameOf = (entry) => (typeof entry === 'string' ? entry : entry.name);

/** What the lists of a file's room hold for its place, as the message says it. */
function listed(from, lists, without = []) {
  const entries = lists.flatMap((list) => from.room[list] ?? []);
  const here = entries.filter((entry) => typeof entry === 'string' || holdsAt(entry.place, from));
  const names = new Set(here.map(nameOf).filter((name) => !without.includes(name)));
  return names.size === 0 ? 'nothing' : [...names].join(', ');
}

/** Rooms of the same project whose lists let something in: where the forbidden thing belongs. */
function homes(from, lists, wanted) {
  const rooms = from.walls.rooms.filter((room) =>
    lists.some((list) => entryFor(room[list], wanted, from)),
  );
  const shapes = rooms.filter((room) => !room.tests).map((room) => room.shape);
  return shapes.length === 0 ? 'only tests have it here' : `it belongs in ${shapes.join(', ')}`;
}

export const decision = 'docs/adr/0002';

const breach = ({ room }, wanted, home, may) =>
  `${room.shape} ${room.is}. "${wanted}" is not on its list: ${home}. It may have: ${may}. (${decision})`;

/** Null when a file has a room, and its folder a row in folders.mjs. */
export function judgePlace(place) {
  const { room, folder, walls, project } = place;
  if (!room) return judgeRoom(place);
  if (folder === null || room.tests || walls.folders[folder]) return null;
  return `${project}/folders.mjs has no row for folder "${folder}": which folders may it import? (${decision})`;
}

function judgeRoom({ file, walls, project }) {
  const shapes = walls.rooms.map((room) => room.shape).join(', ');
  return `"${file}" fits no room of ${project}. Its rooms: ${shapes}. (${decision})`;
}

/** Null when a package may be imported; otherwise the message. `used` is called with the entry that let it in. */
export function judgePackage(from, name, typeOnly, used) {
  const lists = typeOnly ? ['packages', 'packageTypes'] : ['packages'];
  for (const list of lists) {
    const entry = entryFor(from.room[list], name, from);
    if (entry) return used(from.room, list, entry);
  }
  return breach(from, name, homes(from, lists, name), listed(from, lists));
}

export function judgeGlobal(from, name, used) {
  const entry = entryFor(from.room.globals, name, from);
  if (entry) return used(from.room, 'globals', entry);
  const more = listed(from, ['globals'], language);
  return breach(from, name, homes(from, ['globals'], name), `the language itself and ${more}`);
}

/** A file of the own project: first the folders, then the rooms. */
export function judgeFile(from, to, typeOnly, used) {
  const wanted = to.file;
  if (to.room === null) return judgeRoom(to);
  if (from.room.tests) return null;
  const { folders } = from.walls;
  // In a library or a tool the root holds modules like any other.
  const plain = to.folder === null && to.room.name === 'module';
  if (from.folder !== null && to.folder === null && !plain) {
    return breach(from, wanted, 'a root file is for root files alone', 'folders');
  }
  if (from.folder !== null && from.folder !== to.folder && to.folder !== 'generated' && !plain) {
    const may = folders[from.folder] ?? [];
    if (!may.includes(to.folder)) {
      const home = 'folders are layers, and a lower one is given what it needs by compose.ts';
      return `Folder ${from.folder} may not import folder ${to.folder} ("${wanted}"): ${home}. It may import: ${may.join(', ') || 'no other'} (${from.project}/folders.mjs, ${decision})`;
    }
    used(from.project, 'folders', `${from.folder} → ${to.folder}`);
  }
  const lists = typeOnly ? ['values', 'types'] : ['values'];
  if (from.folder !== null && from.folder === to.folder) lists.push('beside');
  for (const list of lists) {
    const entry = entryFor(from.room[list], to.room.name, from);
    if (entry) return used(from.room, list, entry);
  }
  return breach(from, wanted, homes(from, lists, to.room.name), listed(from, lists));
}

export const judgeOutside = (from, path) =>
  breach(
    from,
    path,
    'a file of another project is reached by its package name',
    'files of its own src',
  );

export const judgeComment = (from) =>
  from.room.tests ? null : breach(from, '/* */', 'an import is a statement', 'statements');

export const judgeHidden = (from) =>
  from.room.dynamic || from.room.tests
    ? null
    : breach(from, 'import(…)', 'an import names its target as a literal', 'literal imports');
