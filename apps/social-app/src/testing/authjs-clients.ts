import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const packages = { 4: 'next-auth4', 5: 'next-auth5' } as const;

/**
 * The browser code of next-auth as it is published, of version 4 or 5, in one script: `client` are its functions, and
 * `watch()` renders its own SessionProvider, whose session is `seen` and whose update is `update`.
 */
export async function bundleAuthjsClient(version: 4 | 5): Promise<string> {
  const entry = `
    import { createElement } from 'react';
    import { createRoot } from 'react-dom/client';
    import * as client from '${packages[version]}/react';
    window.client = client;
    function Probe() {
      const { data, status, update } = client.useSession();
      Object.assign(window, { seen: { data, status }, update });
      return null;
    }
    window.watch = () =>
      createRoot(document.createElement('div'))
        .render(createElement(client.SessionProvider, null, createElement(Probe)));
  `;
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    // Where a server would have its address; a browser has none of it.
    define: { 'process.env': '{}', 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}
