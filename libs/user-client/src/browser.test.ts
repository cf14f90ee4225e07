import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const entry = fileURLToPath(new URL('./index.ts', import.meta.url));

const bundle = (code?: string) =>
  build({
    ...(code === undefined
      ? { entryPoints: [entry] }
      : { stdin: { contents: code, resolveDir: fileURLToPath(new URL('.', import.meta.url)) } }),
    bundle: true,
    platform: 'browser',
    format: 'esm',
    target: ['chrome120', 'firefox120', 'safari17'],
    write: false,
    metafile: true,
    minify: true,
    logLevel: 'silent',
  });

it('is one module for browsers, without anything of Node, and small', async () => {
  const { outputFiles, metafile } = await bundle();
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  expect(imports).toEqual([]);
  const text = outputFiles[0]!.text;
  expect(text).not.toMatch(/\b(process|Buffer|require|setImmediate)\b/);
  expect(text.length).toBeLessThan(20_000);
});

it('leaves out what a receiver of webhooks does not use', async () => {
  const { outputFiles } = await bundle(`export { verifyWebhook } from './index.ts';`);
  const text = outputFiles[0]!.text;
  expect(text).toContain('webhook-signature');
  expect(text).not.toContain('users:export');
});
