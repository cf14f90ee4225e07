import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { VitePWA } from 'vite-plugin-pwa';
import { classicEntry, entryName } from './entry-script.js';

const server = 'http://localhost:8082';

export default defineConfig({
  resolve: {
    // ADR 0054.
    alias: [
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react\/(jsx-(dev-)?runtime)$/, replacement: 'preact/compat/$1' },
      { find: /^react-dom$/, replacement: 'preact/compat' },
      { find: /^react$/, replacement: `${import.meta.dirname}/src/ui/preact-as-react.ts` },
    ],
  },
  plugins: [
    VitePWA({
      // The page registers it by itself: its policy allows no inline script.
      injectRegister: null,
      strategies: 'injectManifest',
      srcDir: 'src/worker',
      filename: 'service-worker.ts',
      manifest: {
        name: 'Triptych',
        short_name: 'Triptych',
        description: 'Friends and messages.',
        start_url: '/chats',
        display: 'standalone',
        background_color: '#f6f5f2',
        theme_color: '#20554f',
        // The worker takes what is sent there (ADR 0087).
        share_target: {
          action: '/share',
          method: 'POST',
          enctype: 'multipart/form-data',
          params: {
            ...{ title: 'title', text: 'text', url: 'url' },
            files: [{ name: 'files', accept: ['*/*'] }],
          },
        },
        icons: [
          { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
        ],
      },
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,woff2}'],
        rollupFormat: 'iife',
      },
    }),
    classicEntry(),
    // The server sends these as they lie on disk.
    compression({ algorithms: ['gzip', 'brotliCompress'], threshold: 1024 }),
  ],
  build: {
    target: 'es2022',
    // Fonts and pictures stay files: the policy allows no data: address for them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One file has all that every visit needs: on a slow device each further one delays the first page by its own request.
    rolldownOptions: {
      // What libraries say to frameworks with components on the server.
      checks: { moduleLevelDirective: false },
      output: { codeSplitting: { groups: [{ name: entryName, tags: ['$initial'] }] } },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': { target: server, changeOrigin: true, headers: { origin: server } } },
  },
});
