import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { root } from '../workspace.js';

interface Manifest {
  readonly name: string;
  readonly exports?: Record<string, unknown>;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
}

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;

const folders = ['apps', 'libs', 'tools'].flatMap((kind) =>
  readdirSync(join(root, kind), { withFileTypes: true })
    .map(({ name }) => `${kind}/${name}`)
    .filter((folder) => readdirSync(join(root, folder)).includes('package.json')),
);

const inside = (name: string, path: string) => (path === '.' ? name : `${name}/${path.slice(2)}`);

/** Every package that some project of the workspace has, their insides, and every module of Node. */
export function allPackages(): string[] {
  const manifests = ['.', ...folders].map(readManifest);
  const installed = manifests.flatMap(({ dependencies, devDependencies }) =>
    Object.keys({ ...dependencies, ...devDependencies }),
  );
  const own = manifests.flatMap(({ name, exports = {} }) =>
    Object.keys(exports).map((path) => inside(name, path)),
  );
  const deep = ['fastify', 'undici', 'typebox', 'ioredis', 'preact', '@triptych/postgres'].map(
    (name) => `${name}/src/inside.js`,
  );
  const node = builtinModules.filter((name) => !name.startsWith('_'));
  return [
    ...new Set([...installed, ...own, ...deep, ...node.map((name) => `node:${name}`)]),
  ].sort();
}

const ofBrowsers = [
  ...['window', 'self', 'document', 'navigator', 'location', 'history', 'localStorage', 'Worker'],
  ...['sessionStorage', 'indexedDB', 'XMLHttpRequest', 'EventSource', 'caches', 'Notification'],
];
const members = [
  ...['process.env', 'process.argv', 'process.exit', 'process.stdout', 'process.getBuiltinModule'],
  ...['globalThis.fetch', 'globalThis.process', 'window.fetch', 'console.log', 'navigator.onLine'],
  ...['import.meta.env', 'import.meta.url', 'import.meta.dirname', 'import.meta.resolve'],
];

/** Every global of this Node and the ones that reach out of a browser's page. */
export function allGlobals(): string[] {
  const ofNode = Object.getOwnPropertyNames(globalThis).filter((name) => /^[A-Za-z]+$/.test(name));
  const hidden = ['require', 'module', 'exports', '__dirname', '__filename', 'eval', 'Function'];
  return [...new Set([...ofNode, ...hidden, ...ofBrowsers, ...members])].sort();
}
