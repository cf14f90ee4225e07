// The rooms of the three services: what a file may have is told by its suffix. Whatever a row does not list is an error.
//
//   values        rooms it may import, from its own folder and from the folders that folders.mjs allows
//   types         rooms it may import types of, besides
//   beside        rooms it may import from its own folder, besides
//   packages      packages and node builtins; packageTypes: for types alone, besides
//   globals       the language is always there; at('app/folder', …) limits an entry to one place
import { at } from './judge.mjs';
import { platform, room, testRooms, timers } from './shared-rooms.mjs';

/** A file of a feature folder; a regular expression for its name. */
const feature = (name) => new RegExp(`^(?!generated/|(.+/)?testing/)[^/]+/(.+/)?${name}$`);

const technologies = ['prisma', 'sql', 'http', 'redis', 'memory', 'oauth2', 'files', 's3', 'smtp'];
const adapters = technologies.map((technology) => `${technology} adapter`);

const rootRooms = [
  room('process', 'main.ts', /^main\.ts$/, 'starts the process', {
    values: ['config', 'wiring', 'server', 'commands'],
    packages: ['@triptych/service-host'],
    globals: ['import.meta.url'],
  }),
  room('config', 'config.ts', /^config\.ts$/, 'turns the environment into a checked value', {
    values: ['use case', 'rules'],
    packages: [
      'typebox',
      '@triptych/object-storage/address',
      '@triptych/postgres/environment',
      '@triptych/service-host',
    ],
    globals: ['URL'],
  }),
  room(
    'wiring',
    'compose*.ts',
    /^compose(-[a-z-]+)?\.ts$/,
    'makes adapters and use cases from the configuration, and knows no HTTP',
    {
      values: ['config', 'wiring', 'database', 'use case', 'hook', ...adapters],
      types: ['port', 'generated'],
      packages: [
        '@triptych/http-client',
        '@triptych/logging',
        '@triptych/object-storage',
        '@triptych/postgres',
        '@triptych/service-host',
      ],
      packageTypes: ['@triptych/redis'],
      globals: [...platform, ...timers],
    },
  ),
  room('server', 'app.ts', /^app\.ts$/, 'registers routes and hooks on the server', {
    values: ['routes', 'hook', 'use case'],
    types: ['wiring'],
    packages: ['@triptych/service-host', ...at('social-app', '@fastify/cookie')],
    globals: at('user-service', 'TextDecoder'),
  }),
  room('commands', 'commands.ts', /^commands\.ts$/, 'lists what the process can do but serve', {
    values: ['config', 'database', 'use case', 'prisma adapter', 'sql adapter'],
    packages: ['@triptych/postgres'],
    packageTypes: ['@triptych/logging'],
    globals: ['process.stderr', 'process.stdout'],
  }),
  room('database', 'database.ts', /^database\.ts$/, "opens the app's database", {
    values: ['generated'],
    types: ['config'],
    packages: ['@triptych/postgres'],
    packageTypes: ['@triptych/logging'],
    globals: ['URL', 'import.meta.url'],
  }),
];

const httpRooms = [
  room('routes', '*.routes.ts', feature('[^/.]+\\.routes\\.tsx?'), 'checks a request and calls', {
    values: [
      'schemas',
      'use case',
      'mapping',
      'errors',
      'hook',
      'component',
      ...at('embed-server/elements', 'generated'),
    ],
    types: ['port'],
    beside: ['routes'],
    packages: [
      'typebox',
      '@triptych/service-host',
      ...at('social-app/auth', '@fastify/formbody'),
      ...at('social-app/http', '@fastify/static'),
      ...at('social-app/attachments', 'node:stream'),
      ...at('social-app/export', 'node:stream'),
      ...at('user-service/management', 'node:stream'),
      ...at('user-service/events', 'node:stream'),
    ],
    packageTypes: [
      'fastify',
      '@fastify/type-provider-typebox',
      ...at('social-app', '@fastify/cookie'),
    ],
    globals: platform,
  }),
  room('hook', '*.hook.ts', feature('[^/.]+\\.hook\\.ts'), 'runs before or after routes', {
    values: ['use case', 'errors'],
    packages: [
      '@triptych/schemas',
      '@triptych/service-host',
      ...at('embed-server/http', '@fastify/cors'),
    ],
    packageTypes: [
      'fastify',
      ...at('social-app', '@fastify/cookie'),
      ...at('social-app/http', '@fastify/rate-limit'),
    ],
    globals: platform,
  }),
  room('schemas', '*.schemas.ts', feature('[^/.]+\\.schemas\\.ts'), 'holds shapes on the wire', {
    values: ['schemas', 'use case'],
    packages: ['typebox'],
    packageTypes: ['@triptych/schemas'],
  }),
  room('component', '*.tsx', feature('[^/.]+\\.tsx'), 'renders markup from data', {
    values: [
      ...['component', 'use case', 'rules'],
      ...at('embed-server/pages', 'generated'),
      ...at('embed-server/playground', 'generated'),
    ],
    packages: ['preact', 'preact-render-to-string', ...at('embed-server/pages', 'preact/hooks')],
    globals: ['URL', 'URLSearchParams'],
  }),
];

const pureRooms = [
  room('errors', '*.errors.ts', feature('[^/.]+\\.errors\\.ts'), 'names what can go wrong', {
    values: ['errors'],
    packages: ['@triptych/schemas', ...at('embed-server/outbound', '@triptych/http-client')],
  }),
  room('port', '*.port.ts', feature('[^/.]+\\.port\\.ts'), 'declares types, and no value', {
    types: ['port', 'use case', 'rules'],
    packageTypes: ['@triptych/schemas'],
  }),
  room('mapping', '*-mapping.ts', feature('[^/.]+-mapping\\.ts'), 'makes one shape from another', {
    values: ['mapping', 'use case'],
    types: ['port'],
    packages: [
      ...at('embed-server/tweets', 'htmlparser2'),
      ...at('embed-server/statuses', 'htmlparser2', 'markdown-it'),
      ...at('social-app/attachments', 'content-disposition'),
      ...at('social-app/settings', 'bowser'),
    ],
    globals: platform,
  }),
  room(
    'rules',
    'parse-*.ts, *-rules.ts',
    feature('(parse-[^/.]+|[^/.]+-rules)\\.ts'),
    'judges values and touches nothing',
    {
      values: ['use case', 'rules', 'schemas'],
      types: ['port'],
      packages: [
        'typebox',
        'typebox/compile',
        'node:url',
        '@triptych/schemas',
        '@triptych/service-host',
        ...at('embed-server/cache', 'node:zlib'),
        ...at('embed-server/media', 'htmlparser2'),
        ...at('embed-server/pages', 'htmlparser2'),
        ...at('embed-server/statuses', 'htmlparser2'),
        ...at('user-service/management', 'secure-json-parse'),
      ],
      globals: platform,
    },
  ),
  room(
    'use case',
    'a file without suffix',
    feature('(?!parse-)(?![^/.]+-(mapping|rules)\\.)[^/.]+\\.ts'),
    'holds what a feature does, in its own words and without technology',
    {
      values: ['use case', 'rules', 'mapping', 'errors'],
      types: ['port'],
      beside: ['component'],
      packages: [
        'node:crypto',
        'node:timers/promises',
        'node:url',
        '@triptych/logging',
        '@triptych/schemas',
        '@triptych/service-host',
        ...at('embed-server/http', 'node:async_hooks', 'node:zlib', 'negotiator'),
        ...at('embed-server/cache', 'lru-cache'),
        ...at('embed-server/snapshots', 'cockatiel', 'lru-cache'),
        ...at('embed-server/images', 'file-type'),
        ...at('embed-server/pages', 'preact'),
        ...at('embed-server/playground', 'preact', 'preact-render-to-string'),
        ...at('social-app/events', 'node:events'),
        ...at('social-app/attachments', '@triptych/postgres/semaphore', 'file-type'),
        ...at('social-app/http', '@triptych/postgres/semaphore'),
        ...at('social-app/pictures', 'sharp'),
        ...at('social-app/streams', 'node:stream'),
        ...at('user-service', 'validator/lib/normalizeEmail.js'),
      ],
      packageTypes: at('embed-server/http', 'fastify'),
      globals: [...platform, ...timers],
    },
  ),
];

const adapter = (technology, is, lists) =>
  room(`${technology} adapter`, `*.${technology}.ts`, feature(`[^/.]+\\.${technology}\\.ts`), is, {
    ...lists,
    family: 'adapters',
    values: ['use case', 'rules', 'mapping', 'errors', ...(lists.values ?? [])],
    types: ['port'],
    globals: [...platform, ...(lists.globals ?? [])],
  });

const database = {
  values: ['generated', 'sql adapter'],
  packages: ['@triptych/postgres', 'node:crypto'],
};

const adapterRooms = [
  adapter('prisma', 'keeps things in the database, by Prisma', database),
  adapter('sql', 'keeps things in the database, by statements of its own', database),
  adapter('http', 'calls other servers', {
    values: ['http adapter'],
    packages: [
      '@triptych/http-client',
      '@triptych/schemas',
      ...at('embed-server/outbound', 'cockatiel', 'lru-cache', '@triptych/service-host'),
      ...at('social-app/pictures', 'cockatiel'),
    ],
    globals: [...timers, ...at('social-app/auth', 'Response')],
  }),
  adapter('redis', 'keeps things in Redis', {
    values: ['redis adapter'],
    packages: ['@triptych/redis', 'node:crypto', ...at('social-app/events', 'node:events')],
    globals: timers,
  }),
  adapter('memory', 'keeps things in this process', {
    packages: [
      'node:crypto',
      ...at('embed-server', 'lru-cache'),
      ...at('social-app/events', 'node:events'),
    ],
    globals: timers,
  }),
  adapter('oauth2', 'speaks OAuth 2 by its library', {
    values: ['oauth2 adapter'],
    packages: ['@fastify/oauth2', 'fastify', 'oauth4webapi'],
    globals: ['Response'],
  }),
  adapter('files', 'keeps things in the file system', {
    values: ['files adapter'],
    packages: [
      '@triptych/object-storage',
      ...['node:crypto', 'node:fs', 'node:fs/promises', 'node:path', 'node:url'],
      ...at('embed-server/media', 'node:module'),
    ],
    globals: at('embed-server/media', 'import.meta.url'),
  }),
  adapter('s3', 'keeps things in a bucket of S3', {
    // What arrives lies in a file before it is put there.
    values: ['files adapter'],
    packages: ['@triptych/object-storage'],
  }),
  adapter('smtp', 'hands mails over to a mail server', { packages: ['nodemailer'] }),
];

const browserGlobals = [
  ...['CSSStyleSheet', 'CustomEvent', 'HTMLElement', 'IntersectionObserver', 'URL', 'document'],
  ...['addEventListener', 'removeEventListener', 'setTimeout', 'customElements'],
  ...['import.meta.url', 'navigator.clipboard'],
  ...at('embed-server/elements', 'MutationObserver', 'getComputedStyle', 'matchMedia'),
  ...at('embed-server/pages', 'HTMLImageElement', 'ResizeObserver', 'location.ancestorOrigins'),
  ...at('embed-server/pages', 'location.hash', 'location.href', 'parent', 'window'),
];

export const appRooms = [
  ...rootRooms,
  ...httpRooms,
  ...pureRooms,
  ...adapterRooms,
  room(
    'browser',
    '*.browser.ts',
    feature('[^/.]+\\.browser\\.ts'),
    'runs in the browser and has only what lies beside it',
    { values: ['browser'], globals: browserGlobals },
  ),
  ...testRooms,
];
