import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { breachesOfTree } from './room-lint.js';
import { readRoomWalls, root, type Entry, type Room } from './workspace.js';

const { projects } = await readRoomWalls();

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 32 << 20,
})
  .split('\n')
  .filter((path) => /^(apps|libs|tools)\/[^/]+\/src\/.*\.([cm]?[jt]s|[jt]sx)$/.test(path))
  .filter((path) => !path.endsWith('.d.ts') && existsSync(join(root, path)));

const nameOf = (entry: Entry) =>
  typeof entry === 'string' ? entry : `${entry.name} at ${entry.place}`;

describe('the source tree', () => {
  it('fits: each file is of exactly one room', () => {
    const misfits = sources.flatMap((path) => {
      const [, project = '', file = ''] = /^([^/]+\/[^/]+)\/src\/(.+)$/.exec(path) ?? [];
      const rooms = projects[project]?.rooms.filter((room) => room.files.test(file)) ?? [];
      return rooms.length === 1 ? [] : [{ path, rooms: rooms.map((room) => room.name) }];
    });
    expect(sources.length).toBeGreaterThan(500);
    expect(misfits).toEqual([]);
  });

  it('switches no wall off by a comment', () => {
    const off = /eslint-disable(-next-line|-line)?\s*(\*\/|$|.*walls\/)/m;
    expect('// eslint-disable-next-line walls/room').toMatch(off);
    expect('/* eslint-disable */').toMatch(off);
    expect('// eslint-disable-next-line no-console -- why').not.toMatch(off);
    const own = 'tools/walls/src/tree.test.ts';
    const switched = sources.filter(
      (path) => path !== own && off.test(readFileSync(join(root, path), 'utf8')),
    );
    expect(switched).toEqual([]);
  });

  it('breaks no wall, and uses every entry of every list', async () => {
    const seen = new Map<unknown, Set<string>>();
    const breaches = await breachesOfTree((owner, list, entry) => {
      const key = (owner as Room | null)?.family ?? owner;
      const entries = seen.get(key) ?? new Set();
      seen.set(key, entries.add(`${list}: ${nameOf(entry)}`));
      return null;
    });
    expect(breaches).toEqual([]);

    const idle = new Set<string>();
    for (const [project, { rooms, folders }] of Object.entries(projects)) {
      const layers = Object.entries(folders).flatMap(([from, list]) =>
        list.map((to) => `folders: ${from} → ${to}`),
      );
      for (const one of layers) {
        if (!seen.get(project)?.has(one)) idle.add(`${project}/folders.mjs: ${one}`);
      }
      for (const room of rooms) {
        if (room.tests) continue;
        const lists = { ...room, globals: room.own };
        // A library or a tool is of one room, so that its modules are no choice.
        const own = project.startsWith('apps/') ? ['values'] : [];
        for (const list of [...own, 'types', 'beside', 'packages', 'packageTypes', 'globals']) {
          const entries = lists[list as keyof typeof lists] as readonly Entry[] | undefined;
          for (const one of entries ?? []) {
            if (!seen.get(room.family ?? room)?.has(`${list}: ${nameOf(one)}`)) {
              idle.add(`${room.shape} (${room.name}) ${list}: ${nameOf(one)}`);
            }
          }
        }
      }
    }
    expect([...idle]).toEqual([]);
  }, 300_000);
});

/** The folders of a project that reach themselves again. */
function circleOf(folders: Readonly<Record<string, readonly string[]>>): string[] {
  const reach = (from: string) => {
    const seen = new Set<string>();
    const open = [...(folders[from] ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (!seen.has(next)) open.push(...(folders[next] ?? []));
      seen.add(next);
    }
    return seen;
  };
  return Object.keys(folders).filter((folder) => reach(folder).has(folder));
}

describe('the folders', () => {
  it.each(Object.keys(projects))('of %s have no circle', (project) => {
    const circle = circleOf(projects[project]?.folders ?? {});
    expect(circle).toEqual([]);
  });

  it('would show a circle', () => {
    expect(circleOf({ a: ['b'], b: ['c'], c: ['b'], d: ['a'] })).toEqual(['b', 'c']);
  });

  it.each(Object.keys(projects))('of %s are those on disk', (project) => {
    const { folders = {}, rooms = [] } = projects[project] ?? {};
    const inSrc = sources
      .filter((path) => path.startsWith(`${project}/src/`))
      .map((path) => path.slice(`${project}/src/`.length))
      .filter((path) => path.includes('/'))
      .filter((path) => !rooms.some((room) => room.tests && room.files.test(path)))
      .map((path) => path.slice(0, path.indexOf('/')));
    expect(Object.keys(folders).sort()).toEqual([...new Set(inSrc)].sort());
  });
});
