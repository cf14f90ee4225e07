import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './workspace.js';

export interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly bin?: string | Readonly<Record<string, string>>;
}

/** The files of a project, by path from the repository's root. */
export type Files = Readonly<Record<string, string>>;

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 32 << 20,
}).split('\n');

export const projects = listed.flatMap((path) => {
  const [, project] = /^((?:apps|libs|tools)\/[^/]+)\/package\.json$/.exec(path) ?? [];
  return project === undefined ? [] : [project];
});

const code = /\.([cm]?[jt]s|tsx|css)$|\/package\.json$/;

export function readFiles(project: string): Files {
  const paths = listed.filter((path) => path.startsWith(`${project}/`) && code.test(path));
  const present = paths.filter((path) => existsSync(join(root, path)));
  return Object.fromEntries(present.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

export const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;

/** Of an installed package: some are in the folder of the project, where its version differs from that of others. */
function readInstalled(project: string, name: string): Manifest {
  const own = join(project, 'node_modules', name);
  return readManifest(existsSync(join(root, own)) ? own : join('node_modules', name));
}

const packageOf = (specifier: string) =>
  specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

function importsOf(text: string): string[] {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  return importedFiles
    .map(({ fileName }) => fileName)
    .filter((name) => !isBuiltin(name) && !/^[./]/.test(name))
    .map(packageOf);
}

const ofTests = /\.(test|contract|fixture)\.|\/testing\/|^libs\/testing\//;

/** What the running code imports, and what tests, configurations and scripts import. */
function importsIn(files: Files) {
  const found = { running: new Set<string>(), others: new Set<string>() };
  for (const [path, text] of Object.entries(files)) {
    if (!/\.([cm]?[jt]s|tsx)$/.test(path)) continue;
    const runs = path.includes('/src/') && !ofTests.test(path);
    for (const name of importsOf(text)) found[runs ? 'running' : 'others'].add(name);
  }
  return found;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Packages that only code which is generated, and in no repository, imports. */
const ofGenerated = new Set(['@prisma/client']);

/** Ways to use a package without importing it: by its name, as another's peer, by its command, for its types. */
function otherUses(project: string, own: readonly string[], files: Files) {
  const sources = Object.entries(files).filter(([path]) => !path.endsWith('/package.json'));
  const texts = Object.values(files);
  const isNamed = (name: string) => {
    const quoted = new RegExp(`['"\`]${escaped(name)}['"\`/]`);
    return sources.some(([, text]) => quoted.test(text));
  };
  const isPeer = (name: string) =>
    own.some((other) => name in (readInstalled(project, other).peerDependencies ?? {}));
  const isRun = (name: string) => {
    const { bin = {} } = readInstalled(project, name);
    const commands = typeof bin === 'string' ? [name] : Object.keys(bin);
    return commands.some((command) => {
      const word = new RegExp(`(^|[\\s'"\`/])${escaped(command)}[\\s'"\`]`, 'm');
      return texts.some((text) => word.test(text.replace(`"${name}":`, '')));
    });
  };
  return { isPeer, isUsed: (name: string) => isNamed(name) || isPeer(name) || isRun(name) };
}

/** Packages that a tool installs when it runs, each at an exact version which its code names. */
function fetchedBy(project: string, files: Files): ReadonlySet<string> {
  const pinned = /^ +['"]?(@?[\w./-]+)['"]?: ['"]\d+\.\d+\.\d+['"],$/gm;
  const texts = project.startsWith('tools/') ? Object.entries(files) : [];
  const sources = texts.filter(([path]) => path.includes('/src/')).map(([, text]) => text);
  return new Set(sources.flatMap((text) => [...text.matchAll(pinned)].map(([, name]) => name!)));
}

const isTypesOf = (name: string, imported: ReadonlySet<string>) => {
  const [, of = ''] = /^@types\/(.+)/.exec(name) ?? [];
  return imported.has(of) || imported.has(`@${of.replace('__', '/')}`);
};

/**
 * What is wrong with the dependencies that a package.json lists, in words: one that nothing uses, one that is used and not
 * listed, and one that the running service needs and that is listed for tests.
 */
export function faultsOf(project: string, manifest: Manifest, files: Files, shared: Manifest) {
  const { dependencies = {}, devDependencies = {}, name: self } = manifest;
  const own = { ...dependencies, ...devDependencies };
  const known = { ...own, ...shared.devDependencies, [self]: '' };
  // A tool runs for developers alone, and libs/testing for tests.
  const ships = project.startsWith('apps/') || /^libs\/(?!testing$)/.test(project);
  const { running, others } = importsIn(files);
  const imported = new Set([...running, ...others]);
  const { isPeer, isUsed } = otherUses(project, Object.keys(own), files);
  const isIdle = (name: string) =>
    !imported.has(name) && !isUsed(name) && !isTypesOf(name, imported);
  const isForNothing = (name: string) => !running.has(name) && !isPeer(name);

  const unused = Object.keys(dependencies)
    .filter((name) => !ofGenerated.has(name))
    .filter(ships ? isForNothing : isIdle);
  const idle = Object.keys(devDependencies).filter(isIdle);
  const shipped = ships ? { ...dependencies, [self]: '' } : known;
  const fetched = fetchedBy(project, files);
  const missing = [...running].filter((name) => !(name in shipped) && !fetched.has(name));
  const missingForTests = [...others].filter((name) => !(name in known));
  return [
    ...unused.map((name) => `${name} is in dependencies, and nothing that runs imports it`),
    ...idle.map((name) => `${name} is in devDependencies, and nothing uses it`),
    ...missing.map((name) => `${name} is imported by what runs, and not in dependencies`),
    ...missingForTests.map(
      (name) => `${name} is imported, and listed neither here nor in the root`,
    ),
  ];
}
