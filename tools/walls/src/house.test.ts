import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './workspace.js';

const sources = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
  {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 32 << 20,
  },
)
  .split('\0')
  .filter((path) => /^(apps|libs|tools)\/.*\.(ts|tsx|mjs)$/.test(path));

const longest = 300;
const shortest = 20;
const banned = /(^|[-.])(utils?|helpers?|common|core|managers?)([-.]|$)/;
const bannedFolder = /(^|\/)(utils?|helpers?|common|core|managers?|types)\//;

const lines = (path: string) => {
  try {
    return readFileSync(join(root, path), 'utf8').split('\n').length - 1;
  } catch {
    return 0; // deleted, and not yet committed so
  }
};

const appOf = (path: string) => path.split('/').slice(0, 2).join('/');

interface Manifest {
  readonly nx: { readonly targets: Record<string, unknown> };
}

describe('the house', () => {
  it('has been looked at', () => {
    expect(sources.length).toBeGreaterThan(50);
  });

  it('has no file whose name says nothing', () => {
    expect(
      sources.filter((path) => banned.test(basename(path)) || bannedFolder.test(path)),
    ).toEqual([]);
  });

  it.each([
    'utils.ts',
    'string-util.ts',
    'helper.ts',
    'user.manager.ts',
    'core.ts',
    'test-helpers.ts',
  ])('would see %s', (name) => expect(banned.test(name)).toBe(true));

  it.each(['score.ts', 'commonly-used.ts', 'utility-bill.ts', 'manage.ts'])(
    'does not mind %s',
    (name) => expect(banned.test(name)).toBe(false),
  );

  it(`has no file over ${longest} lines`, () => {
    const long = sources.map((path) => ({ path, lines: lines(path) }));
    expect(long.filter((file) => file.lines > longest)).toEqual([]);
  });

  // A file is one idea that a reader would look for, typically 40 to 200 lines. Errors, ports and settings are often
  // less than that; many files of a few lines mean that ideas were cut into pieces.
  it(`has under ${shortest} lines in at most a sixth of the source files of an app`, () => {
    const isTest = (path: string) => /\.(test|contract|fixture)\.|\/testing\//.test(path);
    const apps = new Set(sources.filter((path) => path.startsWith('apps/')).map(appOf));
    const cut = [...apps].filter((app) => {
      const files = sources.filter((path) => appOf(path) === app && /\/src\//.test(path));
      const counts = files.filter((path) => !isTest(path)).map(lines);
      return counts.filter((count) => count < shortest).length > counts.length / 6;
    });
    expect(cut).toEqual([]);
  });

  it.each(['integration', 'browser'])('runs every %s test: its project has the target', (kind) => {
    const projects = sources
      .filter((path) => path.includes(`.${kind}.test.`))
      .map((path) => path.split('/').slice(0, 2).join('/'));
    expect(projects).not.toEqual([]);
    const idle = [...new Set(projects)].filter((project) => {
      const manifest = readFileSync(join(root, project, 'package.json'), 'utf8');
      return !(kind in (JSON.parse(manifest) as Manifest).nx.targets);
    });
    expect(idle).toEqual([]);
  });

  it('names no machine and no registry', () => {
    const pattern = /\/home\/\w+|\/root\/|\/work\/|_authToken/;
    const own = 'tools/walls/src/house.test.ts';
    const told = sources.filter(
      (path) =>
        path !== own && lines(path) > 0 && pattern.test(readFileSync(join(root, path), 'utf8')),
    );
    expect(told).toEqual([]);
  });
});
