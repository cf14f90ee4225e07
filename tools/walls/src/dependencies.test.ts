import { faultsOf, projects, readFiles, readManifest } from './dependencies.js';

const shared = readManifest('.');

// The texts that these tests lint import what is forbidden.
const withTexts = (project: string) => {
  const files = Object.entries(readFiles(project));
  return Object.fromEntries(files.filter(([path]) => !/walls\/src\/\w+\.test\.ts$/.test(path)));
};

describe('the dependencies', () => {
  it.each(projects)('of %s are those that it uses', (project) => {
    const files = project === 'tools/walls' ? withTexts(project) : readFiles(project);
    expect(faultsOf(project, readManifest(project), files, shared)).toEqual([]);
  });

  const faults = (manifest: object, files: Record<string, string>) =>
    faultsOf('apps/x', { name: '@triptych/x', ...manifest }, files, shared).map(
      (fault) => /^(\S+) is in (dependencies|devDependencies)/.exec(fault)?.slice(1) ?? fault,
    );

  it('would show one that nothing uses', () => {
    const manifest = { dependencies: { pino: '1', pg: '1' }, devDependencies: { undici: '1' } };
    const files = { 'apps/x/src/a.ts': "import { pino } from 'pino';" };
    expect(faults(manifest, files)).toEqual([
      ['pg', 'dependencies'],
      ['undici', 'devDependencies'],
    ]);
  });

  it('lets a tool name the version of one that it installs by itself, and nobody else', () => {
    const files = (project: string) => ({
      [`${project}/src/a.ts`]: "const packages = {\n  'pg': '1.2.3',\n};\nexport { packages };",
      [`${project}/src/page.ts`]: "import pg from 'pg';",
    });
    const manifest = { name: '@triptych/x' };
    expect(faultsOf('tools/x', manifest, files('tools/x'), shared)).toEqual([]);
    expect(faultsOf('apps/x', manifest, files('apps/x'), shared)).toHaveLength(1);
  });

  it('would show one of a service that only its tests use', () => {
    const files = { 'apps/x/src/a.test.ts': "import pg from 'pg';" };
    expect(faults({ dependencies: { pg: '1' } }, files)).toEqual([['pg', 'dependencies']]);
    expect(faults({ devDependencies: { pg: '1' } }, files)).toEqual([]);
  });

  it.each([
    "import pg from 'pg';",
    "export type { Client } from 'pg';",
    "const pg = await import('pg');",
    "import 'pg/lib/defaults.js';",
  ])('would show one that is not listed: %s', (text) => {
    const fault = 'pg is imported by what runs, and not in dependencies';
    expect(faults({}, { 'apps/x/src/a.ts': text })).toEqual([fault]);
    expect(faults({ devDependencies: { pg: '1' } }, { 'apps/x/src/a.ts': text })).toEqual([fault]);
    expect(faults({}, { 'apps/x/src/a.test.ts': text })).toEqual([
      'pg is imported, and listed neither here nor in the root',
    ]);
  });
});
