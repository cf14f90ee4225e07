// Writes what `npm ci` needs to install one app alone, at exactly the versions of the workspace's lock file: the app,
// the libraries it stands on, and of the lock file the entries they reach without development dependencies.
// (Nx's own pruning takes the hoisted version where an app has another one below its own folder, and `npm ci -w`
// installs optional peers, the Prisma CLI among them.)
// usage: node production-lock.mjs apps/<app> OUTPUT, in the root of the workspace
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [app, output] = process.argv.slice(2);
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const lock = readJson('package-lock.json');
const kept = new Map();

/** Where Node finds `name` from the package at `from`: beside it, or below one of the folders above. */
function locate(name, from) {
  for (let folder = from; ; folder = folder.includes('/') ? dirname(folder) : '') {
    const place = join(folder, 'node_modules', name);
    if (lock.packages[place]) return place;
    if (folder === '') return undefined;
  }
}

function needs({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) {
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (name) => !peerDependenciesMeta?.[name]?.optional,
  );
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

function keep(place) {
  if (kept.has(place)) return;
  const {
    devDependencies: _,
    dev: _dev,
    devOptional: _devOptional,
    ...entry
  } = lock.packages[place];
  kept.set(place, entry);
  if (entry.link) return keep(entry.resolved);
  for (const name of needs(entry)) {
    const found = locate(name, place);
    if (found) keep(found);
    else if (!entry.optionalDependencies?.[name]) throw new Error(`${place} lacks ${name}`);
  }
}

/** An override may refer to a development dependency of the workspace, which is not here. */
function overridesOfKept() {
  return Object.fromEntries(
    Object.entries(overrides).filter(([of]) => kept.has(`node_modules/${of}`)),
  );
}

function write(file, value) {
  mkdirSync(dirname(join(output, file)), { recursive: true });
  writeFileSync(join(output, file), `${JSON.stringify(value, null, 2)}\n`);
}

const { name, version, overrides } = readJson('package.json');
keep(`node_modules/${readJson(join(app, 'package.json')).name}`);
const workspaces = [...kept.keys()].filter((place) => !place.includes('node_modules')).sort();
const root = { name, version, workspaces };
// Without the overrides npm calls what they chose invalid.
write('package.json', { ...root, private: true, type: 'module', overrides: overridesOfKept() });
for (const place of workspaces) {
  const { devDependencies: _, nx: _nx, ...manifest } = readJson(join(place, 'package.json'));
  write(join(place, 'package.json'), manifest);
}
const packages = Object.fromEntries([...kept].sort(([a], [b]) => (a < b ? -1 : 1)));
write('package-lock.json', {
  ...root,
  lockfileVersion: 3,
  requires: true,
  packages: { '': root, ...packages },
});
