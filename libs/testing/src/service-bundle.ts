import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const made = new Map<string, string>();
const libs = new URL('../../', import.meta.url);

/**
 * The service of `main` as one file, as its build makes it, beside which it finds what it finds beside `main`. Read from
 * source, module by module, each process of a test would take seconds to start.
 */
export function bundleOf(main: URL): string {
  const file = made.get(main.href) ?? keep(main, bundle(main));
  made.set(main.href, file);
  return file;
}

function bundle(main: URL): Uint8Array {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(main)],
    tsconfig: fileURLToPath(new URL('../tsconfig.app.json', main)),
    conditions: ['@triptych/source'],
    external: [...dependenciesOf(new URL('..', main)), ...libraries().flatMap(dependenciesOf)],
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]!.contents;
}

/** Named by its content and put in place at once: suites that run side by side make the same file. */
function keep(main: URL, content: Uint8Array): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const file = fileURLToPath(new URL(`../out-tsc/process-${hash}.mjs`, main));
  if (existsSync(file)) return file;
  mkdirSync(dirname(file), { recursive: true });
  const own = `${file}.${process.pid}`;
  writeFileSync(own, content);
  renameSync(own, file);
  return file;
}

/** A folder without a manifest is what the build of a library left that is gone from the sources. */
function libraries(): URL[] {
  return readdirSync(libs)
    .map((name) => new URL(`${name}/`, libs))
    .filter((folder) => existsSync(new URL('package.json', folder)));
}

/** What npm brings stays outside; what is of this repository goes in. */
function dependenciesOf(folder: URL): string[] {
  const manifest = readFileSync(new URL('package.json', folder), 'utf8');
  const { dependencies = {} } = JSON.parse(manifest) as { dependencies?: Record<string, string> };
  return Object.keys(dependencies).filter((name) => !name.startsWith('@triptych/'));
}
