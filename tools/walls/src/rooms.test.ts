import { allGlobals, allPackages } from './testing/pool.js';
import { breachesOfRooms } from './room-lint.js';
import { readRoomWalls, type Entry, type Project, type Room } from './workspace.js';

const { projects } = await readRoomWalls();
const packages = allPackages();
const globals = allGlobals();

/** A file of each room, in a folder; those of the root have a fixed name. */
const names: Record<string, string> = {
  process: 'main.ts',
  config: 'config.ts',
  wiring: 'compose-sample.ts',
  server: 'app.ts',
  commands: 'commands.ts',
  database: 'database.ts',
  entry: 'main.tsx',
  index: 'index.ts',
  routes: '*/sample.routes.ts',
  hook: '*/sample.hook.ts',
  schemas: '*/sample.schemas.ts',
  component: '*/sample-part.tsx',
  errors: '*/sample.errors.ts',
  port: '*/sample.port.ts',
  mapping: '*/sample-mapping.ts',
  rules: '*/parse-sample.ts',
  'use case': '*/sample.ts',
  module: '*/sample.ts',
  style: '*/sample.css',
  browser: '*/sample.browser.ts',
  test: '*/sample.test.ts',
  contract: '*/sample.contract.ts',
  testing: '*/testing/sample.ts',
  fixture: '*/sample.fixture.ts',
  generated: 'generated/sample.ts',
};
for (const technology of [
  'prisma',
  'sql',
  'http',
  'redis',
  'memory',
  'oauth2',
  'files',
  's3',
  'smtp',
]) {
  names[`${technology} adapter`] = `*/sample.${technology}.ts`;
}

const fileOf = (room: Room, folder: string | null) => {
  const name = names[room.name] ?? '';
  return folder === null ? name.replace('*/', '') : name.replace('*', folder);
};

interface Place {
  readonly project: string;
  readonly walls: Project;
  readonly room: Room;
  readonly folder: string | null;
  readonly file: string;
}

const app = ({ project }: Place) => project.slice(project.indexOf('/') + 1);

/** What the table lets in, said again without the rule: an exact name, `name/*`, a global's members, `*`. */
const lets = (entries: readonly Entry[] = [], wanted: string, place: Place) =>
  entries.some((entry) => {
    const { name, place: only = app(place) } = typeof entry === 'string' ? { name: entry } : entry;
    const here = only === app(place) || only === `${app(place)}/${place.folder ?? ''}`;
    const matches = [wanted, '*', wanted.replace(/\/.*$/, '/*')].includes(name);
    return here && (matches || wanted.startsWith(`${name}.`));
  });

const isRoomOf = (room: Room) => !room.tests && room.name !== 'style';
const placed = (project: string, walls: Project, room: Room, folder: string | null): Place => {
  return { project, walls, room, folder, file: fileOf(room, folder) };
};

/** The folders where a room is tried: those that an entry of its lists names, and one that may import another. */
function foldersOf(project: string, walls: Project, room: Room): (string | null)[] {
  if (!(names[room.name] ?? '').startsWith('*')) return [null];
  const app = project.slice(project.indexOf('/') + 1);
  const lists = [room.packages, room.packageTypes, room.own].flatMap((list) => list ?? []);
  const named = lists.flatMap((entry) => (typeof entry === 'string' ? [] : [entry.place]));
  const folders = Object.keys(walls.folders);
  const upper = folders.find((folder) => (walls.folders[folder] ?? []).length > 0);
  const own = folders.filter((folder) => named.includes(`${app}/${folder}`));
  return folders.length === 0 ? [null] : [...new Set([upper ?? folders[0] ?? null, ...own])];
}

const places: Place[] = Object.entries(projects).flatMap(([project, walls]) =>
  walls.rooms
    .filter(isRoomOf)
    .flatMap((room) =>
      foldersOf(project, walls, room).map((folder) => placed(project, walls, room, folder)),
    ),
);

/** The plain room of each folder. */
const folderPlaces: Place[] = Object.entries(projects).flatMap(([project, walls]) =>
  walls.rooms
    .filter(({ name }) => name === 'use case' || name === 'module')
    .flatMap((room) =>
      Object.keys(walls.folders).map((folder) => placed(project, walls, room, folder)),
    ),
);

const title = (place: Place): [string, Place] => [`${place.project}/src/${place.file}`, place];

/** Lints one line a try, and compares the lines that fail with those that should. */
async function compare(place: Place, tries: readonly { code: string; allowed: boolean }[]) {
  const path = `${place.project}/src/${place.file}`;
  const text = `${tries.map(({ code }) => code).join('\n')}\n`;
  const breaches = await breachesOfRooms(path, text);
  const failed = new Set(breaches.map(({ line }) => tries[line - 1]?.code ?? 'another line'));
  expect({ path, failed: [...failed].sort() }).toEqual({
    path,
    failed: tries
      .filter(({ allowed }) => !allowed)
      .map(({ code }) => code)
      .sort(),
  });
  return breaches.map(({ message }) => message);
}

/** Imports of every room in every folder of the project, and in its root. */
function fileTries(place: Place) {
  const { walls, room, folder, file } = place;
  const up = '../'.repeat(file.split('/').length - 1) || './';
  const reaches = (into: string | null, to: Room) =>
    folder === null ||
    into === folder ||
    to.name === 'generated' ||
    (into === null && to.name === 'module') ||
    (into !== null && (walls.folders[folder] ?? []).includes(into));
  return walls.rooms
    .flatMap((to) => {
      const name = names[to.name] ?? '';
      const fixed = name.includes('/') ? name.slice(0, name.indexOf('/')) : null;
      const into = name.startsWith('*') ? [null, ...Object.keys(walls.folders)] : [fixed];
      return into.map((one) => ({ to, into: one, path: fileOf(to, one) }));
    })
    .filter(({ to, path }) => path !== file && to.files.test(path))
    .flatMap(({ to, into, path }, at) => {
      const beside = folder !== null && folder === into ? (room.beside ?? []) : [];
      const values = lets([...(room.values ?? []), ...beside], to.name, place);
      const types = values || lets(room.types, to.name, place);
      const specifier = up + path.replace(/\.tsx?$/, '.js');
      const reached = reaches(into, to);
      return [
        { code: `import * as v${at} from '${specifier}';`, allowed: reached && values },
        { code: `import type * as t${at} from '${specifier}';`, allowed: reached && types },
      ];
    })
    .filter(({ code }) => !/sample-part|main\.js/.test(code)); // Not on disk, it would not count as markup.
}

const teaches = (message: string, { room }: Place) =>
  message.includes('docs/adr/0002') &&
  (message.startsWith(`${room.shape} ${room.is}.`) || /^Folder .* may not import/.test(message));

describe('a room', () => {
  it('stands in every project, each with a file for the proof', () => {
    expect(places.length).toBeGreaterThan(50);
    const all = Object.values(projects).flatMap(({ rooms }) => rooms);
    const unproven = all.filter(
      (room) => ![null, 'folder'].some((folder) => room.files.test(fileOf(room, folder))),
    );
    expect(unproven.map((room) => room.name)).toEqual([]);
  });

  it.each(places.map(title))('has the packages of its list: %s', async (_name, place) => {
    const { packages: values, packageTypes: types } = place.room;
    const tries = packages.flatMap((name, at) => [
      { code: `import * as v${at} from '${name}';`, allowed: lets(values, name, place) },
      {
        code: `import type * as t${at} from '${name}';`,
        allowed: lets(values, name, place) || lets(types, name, place),
      },
    ]);
    const messages = await compare(place, tries);
    expect(messages.filter((message) => !teaches(message, place))).toEqual([]);
  });

  it.each(places.map(title))('has the globals of its list: %s', async (_name, place) => {
    const tries = globals.map((name) => ({
      code: `void ${name};`,
      allowed: lets(place.room.globals, name, place),
    }));
    const messages = await compare(place, tries);
    expect(messages.filter((message) => !teaches(message, place))).toEqual([]);
  });

  it.each([...places, ...folderPlaces].map(title))(
    'has the rooms and folders of its lists: %s',
    async (_name, place) => {
      const messages = await compare(place, fileTries(place));
      expect(messages.filter((message) => !teaches(message, place))).toEqual([]);
    },
  );
});

/** Every way to write an import. */
const forms: Record<string, (name: string) => string> = {
  'an import': (name) => `import { x } from '${name}'; void x;`,
  'an import of a default': (name) => `import x from '${name}'; void x;`,
  'an import for its effect': (name) => `import '${name}';`,
  'an import of a type': (name) => `import type { X } from '${name}'; export type Y = X;`,
  'an inline type': (name) => `import { type X } from '${name}'; export type Y = X;`,
  'an export from': (name) => `export { x } from '${name}';`,
  'an export of all': (name) => `export * from '${name}';`,
  'an export of a type': (name) => `export type { X } from '${name}';`,
  'a dynamic import': (name) => `export const x = import('${name}');`,
  'a dynamic import of a template': (name) => `export const x = import(\`${name}\`);`,
  'a dynamic import of a variable': (name) => `const n = '${name}'; export const x = import(n);`,
  'an import that is required': (name) => `import x = require('${name}'); void x;`,
  require: (name) => `export const x: unknown = require('${name}');`,
  createRequire: (name) =>
    `import { createRequire } from 'node:module'; export const x: unknown = createRequire('/')('${name}');`,
  'the type of an import': (name) => `export type X = typeof import('${name}');`,
  'a type of an import': (name) => `export type X = import('${name}').X;`,
  'an augmentation': (name) => `declare module '${name}' { interface X { y: 1 } }`,
  'a reference': (name) => `/// <reference types="${name}" />`,
  'a pragma': (name) => `/** @jsxImportSource ${name} */`,
  getBuiltinModule: (name) => `export const x = process.getBuiltinModule('${name}');`,
};

describe('every form of an import', () => {
  it.each(Object.keys(forms))('is seen: %s', async (form) => {
    const write = forms[form];
    for (const [project, file] of [
      ['apps/user-service', 'users/sample.ts'],
      ['apps/social-app', 'config.ts'],
      ['apps/embed-server', 'tweets/sample-mapping.ts'],
      ['apps/social-web', 'api/sample.ts'],
      ['libs/schemas', 'sample.ts'],
    ]) {
      const path = `${project}/src/${file}`;
      const messages = (await breachesOfRooms(path, write?.('node:child_process') ?? '')).map(
        ({ message }) => message,
      );
      expect({ path, messages }).toEqual({
        path,
        messages: expect.arrayContaining([expect.stringContaining('docs/adr/0002')]),
      });
    }
  });
});
