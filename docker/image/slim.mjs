// Removes from node_modules what no process reads at run time, and says how much that was.
// usage: node slim.mjs FOLDER..., each a node_modules
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

let freed = 0;

/** Types and maps are for compilers and debuggers. */
const forDevelopers = /\.(d\.[cm]?ts|[cm]?[jt]s\.map|css\.map|tsbuildinfo)$/;
/** Prisma ships its query compiler for every database, in two builds and two module formats; one is loaded. */
const prismaRuntime = join('@prisma', 'client', 'runtime');
const otherCompiler =
  /^query_compiler_(?!fast_bg\.postgresql\.).*|^query_compiler_.*\.js$|^wasm-compiler-edge/;
/** PGlite's CommonJS build. */
const pglite = join('@electric-sql', 'pglite', 'dist');
const commonJs = /\.cjs$/;

function remove(path) {
  const { size } = statSync(path);
  rmSync(path);
  freed += size;
}

function removeIn(folder, pattern) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) if (pattern.test(name)) remove(join(folder, name));
}

for (const root of process.argv.slice(2).filter((folder) => existsSync(folder))) {
  removeIn(join(root, prismaRuntime), otherCompiler);
  removeIn(join(root, pglite), commonJs);
  rmSync(join(root, '@types'), { recursive: true, force: true });
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && forDevelopers.test(entry.name))
      remove(join(entry.parentPath, entry.name));
  }
}
console.log(`slimmer by ${(freed / 1e6).toFixed(1)} MB`);
