// The package as others install it: packed by npm, unpacked into a project that has nothing of this repository.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('..', import.meta.url));
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const folder = mkdtempSync(join(tmpdir(), 'embed-client-'));
const consumer = join(folder, 'consumer');
const installed = join(consumer, 'node_modules/@triptych/embed-client');

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
  const made = join(folder, 'package');
  run(process.execPath, ['../../tools/pack/build-package.mjs', made], project);
  const name = run('npm', ['pack', '--offline', '--pack-destination', folder], made);
  mkdirSync(installed, { recursive: true });
  const tarball = join(folder, name.trim());
  packed = run('tar', ['-tzf', tarball], folder).trim().split('\n').sort();
  run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed], folder);
  writeFileSync(join(consumer, 'package.json'), '{"type":"module"}');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('holds the compiled code, its types and a manifest without dependencies, and nothing else', () => {
  const code = ['embed-error', 'fetch-embed', 'index'].flatMap((name) => [
    `package/dist/${name}.d.ts`,
    `package/dist/${name}.js`,
  ]);
  const others = ['package/LICENSE', 'package/README.md', 'package/package.json'];
  expect(packed).toEqual([...code, ...others].sort());
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as object;
  expect(manifest).toMatchObject({ name: '@triptych/embed-client', files: ['dist'] });
  for (const name of ['private', 'dependencies', 'devDependencies', 'scripts', 'nx']) {
    expect(manifest).not.toHaveProperty(name);
  }
});

it('runs in a plain project', () => {
  const text = `import { fetchEmbed, mayPass } from '@triptych/embed-client';
    await fetchEmbed('https://x.com/a/status/1', { baseUrl: 'http://127.0.0.1:1' }).catch((error) =>
      console.log(error.code, mayPass(error)));`;
  writeFileSync(join(consumer, 'call.mjs'), text);
  expect(run(process.execPath, ['call.mjs'], consumer)).toBe('unreachable true\n');
});

// The compiler reads the types of browsers anew.
it('has types, which the examples of the README heed', () => {
  const readme = readFileSync(join(installed, 'README.md'), 'utf8');
  const examples = [...readme.matchAll(/^```ts\n([^]*?)^```/gm)].map(([, text]) => text ?? '');
  expect(examples).toHaveLength(2);
  const given = `import type { Embed, EmbedOptions } from '@triptych/embed-client';
    const [url, copies] = ['https://x.com/a/status/1', new Map<string, Embed>()];
    const options: EmbedOptions = { baseUrl: 'https://embeds.example' };
    // @ts-expect-error -- there is no such theme
    export const wrong: EmbedOptions = { baseUrl: '', theme: 'blue' };`;
  const [first = '', second = ''] = examples;
  writeFileSync(join(consumer, 'examples.ts'), `${first}\n${given}\n${second}\nexport { embed };`);
  const compilerOptions = {
    ...{ strict: true, noEmit: true, module: 'nodenext', target: 'es2022', types: [] },
    lib: ['es2023', 'dom'],
  };
  writeFileSync(join(consumer, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  expect(run(process.execPath, [compiler, '-p', '.'], consumer)).toBe('');
});
