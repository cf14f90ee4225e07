// The package as others install it: packed by npm, unpacked into a project that has nothing of this repository.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('..', import.meta.url));
const root = fileURLToPath(new URL('../../..', import.meta.url));
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const folder = mkdtempSync(join(tmpdir(), 'user-client-'));
const consumer = join(folder, 'consumer');
const installed = join(consumer, 'node_modules/@triptych/user-client');

const run = (command: string, parameters: readonly string[], cwd: string) =>
  execFileSync(command, parameters, {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
  });

let packed: string[];
// The compiler, npm and tar, each a process of its own.
beforeAll(() => {
  run(process.execPath, ['../../tools/pack/build-package.mjs', join(folder, 'package')], project);
  const name = run(
    'npm',
    ['pack', '--offline', '--pack-destination', folder],
    join(folder, 'package'),
  );
  mkdirSync(installed, { recursive: true });
  const tarball = join(folder, name.trim());
  packed = run('tar', ['-tzf', tarball], folder).trim().split('\n').sort();
  run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed], folder);
  writeFileSync(join(consumer, 'package.json'), '{"type":"module"}');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('holds the compiled code, and nothing else', () => {
  const dist = packed.filter((name) => name.startsWith('package/dist/'));
  expect(packed.filter((name) => !dist.includes(name))).toEqual([
    'package/LICENSE',
    'package/README.md',
    'package/package.json',
  ]);
  expect(dist.length).toBeGreaterThan(10);
  expect(dist.filter((name) => !/^package\/dist\/[\w/-]+\.(js|d\.ts)$/.test(name))).toEqual([]);
  expect(dist.filter((name) => /test|fake/.test(name))).toEqual([]);
});

it('has the manifest of a package, with types first and no dependency', () => {
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as object;
  expect(manifest).toMatchObject({
    name: '@triptych/user-client',
    license: 'MIT',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.19' },
    files: ['dist'],
  });
  for (const name of ['private', 'dependencies', 'devDependencies', 'scripts', 'nx']) {
    expect(manifest).not.toHaveProperty(name);
  }
  const { exports } = manifest as { exports: Record<string, object> };
  expect(Object.keys(exports['.']!)).toEqual(['types', 'default']);
});

it.each([
  ['imported', "import { createUserClient as create } from '@triptych/user-client';"],
  [
    'required',
    "import { createRequire } from 'node:module';\nconst { createUserClient: create } = createRequire(import.meta.url)('@triptych/user-client');",
  ],
])('can be %s in a plain project', (how, head) => {
  const file = join(consumer, `${how}.mjs`);
  writeFileSync(file, `${head}\nconsole.log(typeof create({ baseUrl: 'http://a.b' }).events);`);
  expect(run(process.execPath, [file], consumer)).toBe('function\n');
});

const typed = `
import { createUserClient, isUserServiceError, verifyWebhook } from '@triptych/user-client';
import type { ErrorCodeOf, User } from '@triptych/user-client';
const client = createUserClient({ baseUrl: 'http://a.b', apiKey: async () => 'k' });
export const user: User = await client.registerUser({ FullName: 'a', Email: 'a@b.co', Phone: null });
export const key: string = (await client.createKey({ name: 'a', scopes: ['read'] })).secret;
await client.rotateKey('1', {});
for await (const { type, data } of client.events()) {
  if (type === 'user.registered') console.log(data?.Email.length);
  // @ts-expect-error -- no event is of this type
  if (type === 'user.forgotten') break;
}
// @ts-expect-error -- Email is missing
await client.registerUser({ FullName: 'a' });
// @ts-expect-error -- there is no such scope
await client.createKey({ name: 'a', scopes: ['all'] });
// @ts-expect-error -- of another route
export const wrong: ErrorCodeOf<'readUserByEmail'> = 'email_taken';
export const right: ErrorCodeOf<'registerUser'> = 'email_taken';
const thrown: unknown = null;
if (isUserServiceError(thrown, 'rate_limited')) {
  const code: 'rate_limited' = thrown.code;
  console.log(code, thrown.retryAfterMs?.toFixed());
}
export const id: string = (await verifyWebhook('', new Headers(), { secrets: ['a'] })).id;
`;

/** The examples of the README, by the file name in their first line. */
function examples(): [name: string, text: string][] {
  const readme = readFileSync(join(installed, 'README.md'), 'utf8');
  return [...readme.matchAll(/^\`\`\`ts\n\/\/ (\S+)\n([^]*?)^\`\`\`/gm)].map(([, name, text]) => [
    name!,
    text!,
  ]);
}

// The compiler reads the types of Node or of browsers anew for each.
describe('has types', () => {
  const check = (name: string, options: object, files: readonly [string, string][]) => {
    const place = join(consumer, name);
    mkdirSync(place);
    for (const [file, text] of files) writeFileSync(join(place, file), text);
    const compilerOptions = {
      ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: false },
      ...{ target: 'es2022', typeRoots: [join(root, 'node_modules/@types')], ...options },
    };
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    writeFileSync(join(place, 'package.json'), '{"type":"module"}');
    const { output } = tryTo(() => run(process.execPath, [compiler, '-p', place], place));
    expect(output).toBe('');
  };

  it('for Node, with those of the README', () => {
    expect(examples().map(([name]) => name)).toEqual([
      'register.ts',
      'copy.ts',
      'transfer.ts',
      'receive.ts',
    ]);
    const options = { module: 'nodenext', lib: ['es2023'], types: ['node'] };
    check('node', options, [...examples(), ['typed.ts', typed]]);
  });

  it('for bundlers and browsers', () => {
    const bundled = { module: 'esnext', moduleResolution: 'bundler', types: [] };
    check('bundler', { ...bundled, lib: ['es2023', 'dom', 'dom.iterable'] }, [['typed.ts', typed]]);
  });
});

function tryTo(work: () => string): { output: string } {
  try {
    return { output: work() };
  } catch (error) {
    return { output: String((error as { stdout?: unknown }).stdout) };
  }
}
