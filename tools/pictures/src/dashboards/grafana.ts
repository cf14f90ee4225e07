import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** Half a gigabyte with what they depend on, so they are no part of the repository. */
const packages = {
  '@fontsource/inter': '5.3.0',
  '@fontsource/roboto-mono': '5.3.0',
  '@grafana/data': '13.2.2',
  '@grafana/ui': '13.2.2',
  react: '19.3.1',
  'react-dom': '19.3.1',
};
/** What they depend on is taken as it was on this day. */
const day = '2026-11-23';
const pageFolder = fileURLToPath(new URL('page', import.meta.url));

export interface Grafana {
  /** The script that draws. */
  readonly script: string;
  readonly styles: string;
  /** The file of an icon, by the end of its address. */
  readonly iconFile: (path: string) => string;
}

/** Grafana's components from the registry, and the page that is made of them. */
export async function fetchGrafana(folder: string): Promise<Grafana> {
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies: packages }),
  );
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps'];
  execFileSync('npm', ['install', `--before=${day}`, '--loglevel=error', ...options], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const modules = join(folder, 'node_modules');
  const { outputFiles } = await build({
    entryPoints: [join(pageFolder, 'dashboard.tsx')],
    bundle: true,
    write: false,
    outdir: folder,
    plugins: [from(folder)],
    define: { 'process.env.NODE_ENV': '"production"' },
    jsx: 'automatic',
    minify: true,
    loader: { '.woff2': 'dataurl', '.woff': 'empty', '.ttf': 'empty' },
    logLevel: 'error',
  });
  const text = (suffix: string) => outputFiles.find(({ path }) => path.endsWith(suffix))!.text;
  return {
    script: text('.js'),
    styles: text('.css'),
    iconFile: (path) => join(modules, '@grafana/ui/dist/public/img/icons', path),
  };
}

/** Packages from this folder: the repository has a React of its own, and two of them do not work together. */
const from = (folder: string): Plugin => ({
  name: 'packages',
  setup(bundle) {
    bundle.onResolve({ filter: /^[@a-z]/ }, ({ path, kind, resolveDir }) =>
      resolveDir === pageFolder ? bundle.resolve(path, { kind, resolveDir: folder }) : undefined,
    );
  },
});
