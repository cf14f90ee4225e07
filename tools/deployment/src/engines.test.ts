import { minVersion, satisfies } from 'semver';
import { apps, readText } from './repository.js';

interface Package {
  readonly resolved?: string;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly engines?: { readonly node?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readText('package-lock.json')) as {
  packages: Readonly<Record<string, Package>>;
};

/** The place in the lock file where Node finds a package from another one's folder. */
function resolve(from: string, name: string): string | undefined {
  const parts = from.split('/');
  for (let length = parts.length; length >= 0; length -= 1) {
    const place = [...parts.slice(0, length), 'node_modules', name].join('/');
    const found = packages[place];
    if (found) return found.link ? found.resolved : place;
  }
  return undefined;
}

/** The folders of everything that runs in production with `root`. */
function productionOf(root: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const queue = [root];
  for (const folder of queue) {
    if (seen.has(folder)) continue;
    seen.add(folder);
    const { dependencies = {}, optionalDependencies = {} } = packages[folder]!;
    for (const name of [...Object.keys(dependencies), ...Object.keys(optionalDependencies)]) {
      const place = resolve(folder, name);
      if (place === undefined && !(name in optionalDependencies)) {
        throw new Error(`${name} of ${folder} is not in the lock file`);
      }
      if (place !== undefined) queue.push(place);
    }
  }
  return seen;
}

const promised = minVersion(packages['']!.engines!.node!)!.version;

it.each(apps)('%s runs on the oldest Node that is promised, with all that it depends on', (app) => {
  const folders = productionOf(`apps/${app}`);
  expect(folders.size).toBeGreaterThan(50);
  const refusing = [...folders].filter(
    (folder) => !satisfies(promised, packages[folder]!.engines?.node ?? '*'),
  );
  expect(refusing).toEqual([]);
});

it('says of every package with a script for its installation whether it may run', () => {
  const { allowScripts } = JSON.parse(readText('package.json')) as {
    allowScripts: Readonly<Record<string, boolean>>;
  };
  const withScripts = Object.entries(packages)
    .filter(([, { hasInstallScript, optional }]) => hasInstallScript && !optional)
    .map(([folder]) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length));
  expect(withScripts.filter((name) => allowScripts[name] === undefined)).toEqual([]);
});
