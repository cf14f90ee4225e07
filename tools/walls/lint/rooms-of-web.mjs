// The rooms of the web client. It knows its server by the API alone: no Node, no library of the services.
import { at } from './judge.mjs';
import { room, testRooms } from './shared-rooms.mjs';

/** What a page may ask of the browser. Network, storage and other tabs have places of their own. */
const page = [
  ...['AbortController', 'AbortSignal', 'URL', 'URLSearchParams'],
  ...['addEventListener', 'cancelAnimationFrame', 'requestAnimationFrame'],
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  ...[
    'document',
    'getComputedStyle',
    'location',
    'matchMedia',
    'removeEventListener',
    'navigator.clipboard',
    'navigator.languages',
  ],
];

const feature = (name) => new RegExp(`^(?!generated/|(.+/)?testing/)[^/]+/(.+/)?${name}$`);

export const webRooms = [
  room('entry', 'main.tsx', /^main\.tsx$/, 'starts the client', {
    family: 'web',
    values: ['component', 'module', 'style'],
    packages: ['react-dom/client', '@tanstack/react-query'],
    globals: [...page, 'import.meta.env'],
  }),
  room('component', '*.tsx', feature('[^/.]+\\.tsx'), 'renders a part of the page', {
    family: 'web',
    values: ['component', 'module', 'style'],
    packages: [
      'react',
      'wouter',
      'wouter/use-browser-location',
      '@tanstack/react-query',
      '@ariakit/react',
      ...at('social-web/conversation', 'linkify-react', 'react-dom', 'virtua'),
      ...at('social-web/invitations', 'qr'),
      ...at('social-web/ui', 'react-error-boundary'),
    ],
    globals: [
      ...page,
      ...at('social-web/ui', 'navigator.onLine'),
      ...at('social-web/voice', 'performance.now'),
    ],
  }),
  room('module', '*.ts', feature('[^/.]+\\.ts'), 'holds state and calls of a feature', {
    family: 'web',
    values: ['component', 'module', ...at('social-web/api', 'generated')],
    packages: [
      'react',
      '@tanstack/react-query',
      ...at('social-web/api', 'openapi-fetch', 'wouter/use-browser-location'),
      ...at('social-web/live', 'wouter/use-browser-location'),
      ...at('social-web/ui', 'preact', 'preact/compat', 'wouter/use-browser-location'),
    ],
    packageTypes: [...at('social-web/conversation', 'virtua')],
    globals: [
      ...page,
      'localStorage',
      ...at('social-web/api', 'fetch', 'XMLHttpRequest', 'navigator.onLine'),
      ...at('social-web/api', 'TextEncoder', 'btoa'),
      ...at('social-web/api', 'StorageEvent', 'dispatchEvent'),
      ...at('social-web/api', 'indexedDB.open', 'IDBKeyRange.bound'),
      ...at('social-web/api', 'IDBKeyRange.lowerBound'),
      ...at(
        'social-web/api',
        'crypto.getRandomValues',
        'navigator.locks',
        'navigator.serviceWorker',
      ),
      ...at('social-web/attachments', 'IntersectionObserver', 'OfflineAudioContext'),
      ...at('social-web/voice', 'AudioContext', 'MediaRecorder', 'navigator.mediaDevices'),
      ...at('social-web/voice', 'File', 'Float32Array'),
      ...at('social-web/api', 'sessionStorage', 'history.replaceState', 'history.state'),
      ...at('social-web/live', 'AudioContext', 'BroadcastChannel', 'EventSource', 'Notification'),
      ...at('social-web/live', 'navigator.locks', 'navigator.onLine'),
      ...at('social-web/live', 'navigator'),
      ...at('social-web/push', 'btoa', 'caches', 'fetch', 'Response'),
      ...at('social-web/push', 'navigator.locks'),
      ...at('social-web/release', 'Worker', 'import.meta.url'),
      ...at('social-web/snapshot', 'innerWidth', 'innerHeight'),
      ...at('social-web/ui', 'navigator.userAgent', 'history.back', 'history.state'),
      ...at(
        'social-web/worker',
        'File',
        'FormData',
        'MessageChannel',
        'Response',
        'TextEncoder',
        'TransformStream',
        'caches',
        'crypto.subtle',
        'fetch',
        'self',
      ),
      ...at('social-web/ui', 'Event.prototype'),
    ],
  }),
  room('style', '*.css', /^(.+\/)?[^/]+\.css$/, 'is a style sheet', {}),
  ...testRooms,
];
