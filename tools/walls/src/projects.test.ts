import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Breach } from './room-lint.js';
import { readProjectWalls, root } from './workspace.js';

const script = fileURLToPath(new URL('../lint/lint-with-graph.mjs', import.meta.url));

const files = {
  embed: 'apps/embed-server/src/main.ts',
  user: 'apps/user-service/src/main.ts',
  social: 'apps/social-app/src/main.ts',
  logging: 'libs/logging/src/index.ts',
  host: 'libs/service-host/src/index.ts',
  client: 'libs/http-client/src/index.ts',
  published: 'libs/user-client/src/index.ts',
  testing: 'libs/testing/src/index.ts',
  tool: 'tools/pictures/src/main.ts',
};

type From = keyof typeof files;

interface Manifest {
  readonly nx: { readonly tags: readonly string[] };
}

type Tags = Readonly<Record<string, readonly string[]>>;

/**
 * Each row of the table is broken once; the message names the row. Only the first breach of an import is reported, so
 * where a scope shuts out the same, a library is linted as if it had the tags that the row alone minds.
 */
const forbidden: [row: string, from: From, name: string, message: RegExp, tags?: Tags][] = [
  ['scope:embed', 'embed', '@triptych/user-transfer', /"scope:embed" can only depend on/],
  ['scope:user', 'user', '@triptych/user-transfer', /"scope:user" can only depend on/],
  ['scope:social', 'social', '@triptych/user-transfer', /"scope:social" can only depend on/],
  ['scope:shared', 'logging', '@triptych/user-transfer', /"scope:shared" can only depend on/],
  ['scope:embed', 'embed', '@triptych/user-client', /"scope:embed" can only depend on/],
  ['scope:user', 'user', '@triptych/user-client', /"scope:user" can only depend on/],
  ['scope:social', 'social', '@triptych/user-client', /"scope:social" can only depend on/],
  ['scope:published', 'published', '@triptych/schemas', /"scope:published" can only depend on/],
  [
    'scope:tools',
    'tool',
    '@triptych/logging',
    /"scope:tools" can only depend on/,
    { logging: ['scope:user', 'type:base'] },
  ],
  [
    'type:app',
    'user',
    '@triptych/user-transfer',
    /"type:app" can only depend on/,
    { 'user-transfer': ['scope:user', 'type:tool'] },
  ],
  [
    'type:tool',
    'tool',
    '@triptych/logging',
    /"type:tool" can only depend on/,
    { logging: ['scope:shared', 'type:app'] },
  ],
  [
    'type:testing',
    'testing',
    '@triptych/user-transfer',
    /"type:testing" can only depend on/,
    { 'user-transfer': ['scope:shared', 'type:tool'] },
  ],
  [
    'type:base',
    'logging',
    '@triptych/user-transfer',
    /"type:base" can only depend on/,
    { 'user-transfer': ['scope:shared', 'type:tool'] },
  ],
  ['type:base', 'logging', 'fastify', /not allowed to import "fastify"/],
  ['type:base', 'logging', 'undici', /not allowed to import "undici"/],
  ['type:base', 'logging', '@prisma/client', /not allowed to import "@prisma\/client"/],
  ['type:base', 'logging', 'pg', /not allowed to import "pg"/],
  ['type:host', 'host', '@triptych/http-client', /"type:host" can only depend on/],
  ['type:client', 'client', '@triptych/service-host', /"type:client" can only depend on/],
  ['an app', 'user', '../../social-app/src/app.js', /relative or absolute path/],
  ['an app', 'tool', '../../../apps/social-app/src/app.js', /relative or absolute path/],
];

const allowed: [From, string][] = [
  ['user', '@triptych/schemas'],
  ['user', '@triptych/service-host'],
  ['embed', '@triptych/http-client'],
  ['host', '@triptych/schemas'],
  ['client', '@triptych/schemas'],
  ['testing', '@triptych/service-host'],
  ['tool', '@triptych/local-idp'],
  ['tool', '@triptych/user-client'],
];

const importOf = (name: string) => `import * as x from '${name}';\nexport const y: unknown = x;\n`;

function lint(imports: readonly (readonly [From, string, Tags?])[]): Breach[][] {
  const snippets = imports.map(([from, name, tags = {}]) => {
    return { path: files[from], text: importOf(name), tags };
  });
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
    const imports = [
      ...forbidden.map(([, from, name, , tags]) => [from, name, tags] as const),
      ...allowed,
    ];
    const results = lint(imports);
    forbidden.forEach(([, from, name, message], at) => {
      const breaches = results[at] ?? [];
      const found = { from, name, messages: breaches.map((breach) => breach.message) };
      expect(found).toEqual({
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
  });

  it('have no row without a proof', async () => {
    const projectWalls = await readProjectWalls();
    const proven = forbidden.map(([row]) => row);
    for (const { sourceTag } of projectWalls) expect(proven).toContain(sourceTag);
  });

  it('name no tag that no project has', async () => {
    const manifests = ['apps', 'libs', 'tools'].flatMap((kind) =>
      readdirSync(join(root, kind)).map((name) => join(root, kind, name, 'package.json')),
    );
    const tags = manifests
      .filter((file) => existsSync(file))
      .flatMap((file) => (JSON.parse(readFileSync(file, 'utf8')) as Manifest).nx.tags);
    const walls = await readProjectWalls();
    const named = walls.flatMap((wall) => [wall.sourceTag, ...wall.onlyDependOnLibsWithTags]);
    expect([...new Set(named)].sort()).toEqual([...new Set(tags)].sort());
  });

  it('have no star', async () => {
    const projectWalls = await readProjectWalls();
    for (const wall of projectWalls) {
      expect([wall.sourceTag, ...wall.onlyDependOnLibsWithTags]).not.toContain('*');
    }
  });
});
