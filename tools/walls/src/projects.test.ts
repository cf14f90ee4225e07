import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Breach } from './room-lint.js';
import { readProjectWalls, root } from './workspace.js';

const script = fileURLToPath(new URL('./lint-with-graph.mjs', import.meta.url));

// Files that exist: the typed part of the configuration wants a file that TypeScript knows.
const files = {
  embed: 'apps/embed-server/src/main.ts',
  user: 'apps/user-service/src/main.ts',
  social: 'apps/social-app/src/main.ts',
  base: 'libs/logging/src/index.ts',
  host: 'libs/service-host/src/index.ts',
  client: 'libs/http-client/src/index.ts',
  testing: 'libs/testing/src/index.ts',
  tool: 'tools/launch/src/index.ts',
};

type From = keyof typeof files;

/** Each row of the table is broken once; the message names the row. */
const forbidden: [string, From, string, RegExp][] = [
  ['scope:embed', 'embed', '@triptych/launch', /"scope:embed" can only depend on/],
  ['scope:user', 'user', '@triptych/launch', /"scope:user" can only depend on/],
  ['scope:social', 'social', '@triptych/launch', /"scope:social" can only depend on/],
  ['scope:shared', 'base', '@triptych/launch', /"scope:shared" can only depend on/],
  ['type:base', 'base', '@triptych/http-client', /"type:base" can only depend on/],
  ['type:base', 'base', 'fastify', /not allowed to import "fastify"/],
  ['type:base', 'base', 'undici', /not allowed to import "undici"/],
  ['type:base', 'base', '@prisma/client', /not allowed to import "@prisma\/client"/],
  ['type:base', 'base', 'pg', /not allowed to import "pg"/],
  ['type:host', 'host', '@triptych/http-client', /"type:host" can only depend on/],
  ['type:client', 'client', '@triptych/service-host', /"type:client" can only depend on/],
  ['an app', 'user', '../../social-app/src/app.js', /relative or absolute path/],
  ['an app', 'tool', '../../../apps/social-app/src/app.js', /relative or absolute path/],
];

/**
 * Rows that no import of this workspace can break today: what they shut out is shut out by a scope already, and
 * only the first breach is told. They stand for the library that comes next.
 */
const unbreakable = ['scope:tools', 'type:app', 'type:tool', 'type:testing'];

const allowed: [From, string][] = [
  ['user', '@triptych/schemas'],
  ['user', '@triptych/service-host'],
  ['embed', '@triptych/http-client'],
  ['host', '@triptych/schemas'],
  ['client', '@triptych/schemas'],
  ['testing', '@triptych/service-host'],
  ['tool', '@triptych/local-idp'],
];

const importOf = (name: string) => `import * as x from '${name}';\nexport const y: unknown = x;\n`;

function lint(imports: readonly (readonly [From, string])[]): Breach[][] {
  const snippets = imports.map(([from, name]) => ({ path: files[from], text: importOf(name) }));
  const output = execFileSync(process.execPath, [script], {
    cwd: root,
    input: JSON.stringify(snippets),
    encoding: 'utf8',
    env: { ...process.env, NX_DAEMON: 'false', NODE_OPTIONS: '' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as Breach[][];
}

describe('the walls between projects', () => {
  it('each break where they should, and nowhere else', () => {
    const imports = [...forbidden.map(([, from, name]) => [from, name] as const), ...allowed];
    const results = lint(imports);
    // Only the first breach of an import is told, so each is chosen to break one row alone.
    forbidden.forEach(([, from, name, message], at) => {
      const breaches = results[at] ?? [];
      const told = { from, name, messages: breaches.map((breach) => breach.message) };
      expect(told).toEqual({
        from,
        name,
        messages: expect.arrayContaining([expect.stringMatching(message)]),
      });
    });
    allowed.forEach(([from, name], at) => {
      expect({ from, name, breaches: results[forbidden.length + at] }).toEqual({
        from,
        name,
        breaches: [],
      });
    });
  }, 120_000);

  it('have no row without a proof', async () => {
    const projectWalls = await readProjectWalls();
    const proven = [...forbidden.map(([row]) => row), ...unbreakable];
    for (const { sourceTag } of projectWalls) expect(proven).toContain(sourceTag);
  });

  it('have no star', async () => {
    const projectWalls = await readProjectWalls();
    for (const wall of projectWalls) {
      expect([wall.sourceTag, ...wall.onlyDependOnLibsWithTags]).not.toContain('*');
    }
  });
});
