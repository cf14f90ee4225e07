// TypeBox is 683 files, which Jest links anew for every test file: a quarter of the time that a short one takes. For tests it
// is bundled once, as it is for the services (ADR 0003).

import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Its entry is `build/index.mjs`.
const build = dirname(fileURLToPath(import.meta.resolve('typebox')));
const { version } = JSON.parse(readFileSync(join(build, '../package.json'), 'utf8'));
// Not in node_modules: Nx takes what is there for a package, and finds none of this name.
const caches = join(import.meta.dirname, 'out-tsc/jest');
const bundle = join(caches, `typebox-${version}`);
const parts = ['compile', 'error', 'format', 'guard', 'schema', 'system', 'type', 'value'];

/** For `moduleNameMapper`: where the bundle is once the tests begin. */
export const bundledTypebox = {
  '^typebox$': join(bundle, 'index.mjs'),
  [`^typebox/(${parts.join('|')})$`]: join(bundle, '$1.mjs'),
};

/** Jest's `globalSetup`: makes the bundle where there is none of this version. */
export default async function bundleTypebox() {
  if (existsSync(bundle)) return;
  const { build: bundleFiles } = await import('esbuild');
  await mkdir(caches, { recursive: true });
  const made = await mkdtemp(join(caches, 'typebox-'));
  const files = parts.map((part) => [part, join(build, part, 'index.mjs')]);
  await bundleFiles({
    entryPoints: Object.fromEntries([['index', join(build, 'index.mjs')], ...files]),
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'neutral' },
    ...{ outdir: made, outExtension: { '.js': '.mjs' }, logLevel: 'warning' },
  });
  // Another Jest may have been first; its bundle is the same.
  await rename(made, bundle).catch(() => rm(made, { recursive: true, force: true }));
}
