// Writes src/generated/browser-scripts.ts, which holds the code that runs in browsers: bundled, minified, ready to be
// sent. The nx target `generate` runs it before whatever needs the file.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const source = join(import.meta.dirname, 'src');
const entries = {
  embedScript: ['elements/embed.browser.ts', 'esm'],
  playgroundScript: ['playground/playground.browser.ts', 'esm'],
  // They stand in the pages, as scripts of the old kind.
  postPageScript: ['pages/scripts/post-page.browser.ts', 'iife'],
  mediaPageScript: ['pages/scripts/media-page.browser.ts', 'iife'],
};

async function bundle(entry, format) {
  const { outputFiles } = await build({
    entryPoints: [join(source, entry)],
    bundle: true,
    minify: true,
    format,
    target: 'es2022',
    legalComments: 'none',
    // The compiler options of the repository say nothing about what browsers get.
    tsconfigRaw: {},
    write: false,
  });
  return outputFiles[0].text.trim();
}

const constants = Object.entries(entries).map(
  async ([name, [entry, format]]) =>
    `export const ${name} = ${JSON.stringify(await bundle(entry, format))};\n`,
);
mkdirSync(join(source, 'generated'), { recursive: true });
writeFileSync(
  join(source, 'generated/browser-scripts.ts'),
  (await Promise.all(constants)).join(''),
);
