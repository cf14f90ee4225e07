// Makes the folder that is published of the project it is run in (ADR 0061): compiled code with its types, and a manifest without what only
// this repository needs. The first parameter names another folder than out-tsc/package.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const project = process.cwd();
const target = resolve(process.argv[2] ?? join(project, 'out-tsc/package'));

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const parameters = ['-p', 'tsconfig.package.json', '--outDir', join(target, 'dist')];
execFileSync(process.execPath, [compiler, ...parameters], { cwd: project, stdio: 'inherit' });

const { name, version, description, license, type, sideEffects, engines } = JSON.parse(
  readFileSync(join(project, 'package.json'), 'utf8'),
);
const entry = { types: './dist/index.d.ts', default: './dist/index.js' };
const manifest = {
  ...{ name, version, description, license, type, sideEffects, engines },
  // For those who do not read `exports`.
  ...{ main: entry.default, types: entry.types },
  exports: { '.': entry, './package.json': './package.json' },
  files: ['dist'],
  publishConfig: { access: 'public' },
};
writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
copyFileSync(join(project, 'README.md'), join(target, 'README.md'));
copyFileSync(join(project, '../../LICENSE'), join(target, 'LICENSE'));
