import { breachesOfRooms } from './room-lint.js';

const chat = 'apps/social-app/src/messages/messages.ts';
const users = 'apps/user-service/src/users/users.ts';
const tweets = 'apps/embed-server/src/tweets/tweets.ts';
const config = 'apps/social-app/src/config.ts';
const compose = 'apps/social-app/src/compose-chat.ts';
const page = 'apps/social-web/src/chats/chat-list.tsx';

/** What somebody in a hurry would write, where, and a part of the message that stops it. */
const forbidden: [path: string, code: string, teaches: RegExp][] = [
  // A use case knows no technology.
  [
    chat,
    `import { connectRedis } from '@triptych/redis';`,
    /without technology.*it belongs in \*\.redis\.ts|only tests/,
  ],
  [chat, `import { Redis } from 'ioredis';`, /"ioredis" is not on its list/],
  [chat, `import type { Redis } from 'ioredis';`, /"ioredis" is not on its list/],
  [chat, `import type { SharedRedis } from '@triptych/redis';`, /it belongs in compose\*\.ts/],
  [chat, `import { readFileSync } from 'node:fs';`, /it belongs in \*\.files\.ts/],
  [chat, `import { readFile } from 'fs/promises';`, /"node:fs\/promises"/],
  [chat, `import { createServer } from 'node:http';`, /"node:http" is not on its list/],
  [chat, `import { connect } from 'node:net';`, /"node:net"/],
  [chat, `import { execFile } from 'node:child_process';`, /"node:child_process"/],
  [chat, `import { Worker } from 'node:worker_threads';`, /"node:worker_threads"/],
  [chat, `import vm from 'node:vm';`, /"node:vm"/],
  [chat, `import { createRequire } from 'node:module';`, /"node:module"/],
  [chat, `export const x = fetch('http://localhost');`, /"fetch" is not on its list/],
  [chat, `export const x = globalThis.fetch;`, /"globalThis\.fetch"/],
  [chat, `const { fetch: get } = globalThis; export { get };`, /"globalThis"/],
  [chat, `export const x = new WebSocket('ws://localhost');`, /"WebSocket"/],
  [chat, `export const x = process.env.REDIS_URL;`, /"process\.env"/],
  [chat, `export const x = process['env'];`, /"process"/],
  [chat, `import { env } from 'node:process'; export { env };`, /"node:process"/],
  [chat, `export const x = process.getBuiltinModule('fs');`, /"process\.getBuiltinModule"/],
  [chat, `export const x: unknown = require('ioredis');`, /"require"/],
  [chat, `console.log('sent');`, /"console\.log"/],
  [chat, `export const x: unknown = eval('fetch');`, /"eval"/],
  [chat, `export const x: unknown = new Function('return fetch')();`, /"Function"/],
  [
    chat,
    `declare const fetch: (url: string) => unknown; export const x = fetch('/');`,
    /"fetch" is not on its list/,
  ],
  [
    chat,
    `declare function require(name: string): unknown; export const x = require('pg');`,
    /"require"/,
  ],
  [chat, `declare var process: { env: object }; export const x = process.env;`, /"process\.env"/],
  [
    chat,
    `declare namespace process { const env: object } export const x = process.env;`,
    /"process\.env"/,
  ],
  [chat, `declare class WebSocket {} export const x = new WebSocket();`, /"WebSocket"/],
  [chat, `/// <reference types="pg" />\nexport const x = 1;`, /an import is a statement/],
  [page, `/** @jsxImportSource preact */\nexport const x = <b />;`, /an import is a statement/],
  [chat, `import x from '/etc/x.js'; export { x };`, /reached by its package name/],
  [`${chat.slice(0, -3)}.mjs`, `import 'pg';`, /fits no room/],
  [`${chat.slice(0, -3)}.cjs`, `require('pg');`, /fits no room/],
  [`${chat.slice(0, -3)}.jsx`, `export const x = 1;`, /fits no room/],
  [chat, `export const load = (name: string) => import(name);`, /names its target as a literal/],
  [chat, `export type R = typeof import('ioredis');`, /"ioredis"/],
  [chat, `export { fastify } from 'fastify';`, /"fastify" is not on its list/],
  [chat, `import type { FastifyRequest } from 'fastify';`, /it belongs in \*\.routes\.ts/],
  [chat, `import { Type } from 'typebox';`, /it belongs in config\.ts, \*\.routes\.ts/],
  [
    chat,
    `import { PrismaClient } from '../generated/prisma/client.js';`,
    /it belongs in database\.ts, \*\.prisma\.ts/,
  ],
  [chat, `import { compose } from '../compose.js';`, /a root file is for root files alone/],
  [chat, `import type { Config } from '../config.js';`, /a root file is for root files alone/],
  [
    chat,
    `import { createTestApp } from '../testing/test-app.js';`,
    /only tests have it here|may not import folder testing/,
  ],
  [
    chat,
    `import { createTestDatabase } from '@triptych/postgres/testing';`,
    /only tests have it here/,
  ],
  [chat, `import { recordingLogger } from '@triptych/testing';`, /only tests have it here/],
  [
    chat,
    `import { search } from '../search/search.js';`,
    /Folder messages may not import folder search/,
  ],
  [chat, `import type { Search } from '../search/search.js';`, /social-app\/folders\.mjs/],
  [chat, `import { messagesRoutes } from './messages.routes.js';`, /it belongs in app\.ts/],
  [chat, `import { Message } from './messages.schemas.js';`, /"messages\/messages\.schemas\.ts"/],
  [chat, `import { x } from './message-store.prisma.js';`, /it belongs in compose\*\.ts/],
  [
    chat,
    `import { users } from '../../../user-service/src/users/users.js';`,
    /by its package name/,
  ],
  [chat, `import { users } from '@triptych/user-service';`, /only tests have it here/],
  [chat, `import manifest from '../../package.json';`, /another project|package name/],
  [users, `import { createUserStore } from './user-store.sql.js';`, /it belongs in compose\*\.ts/],
  [
    users,
    `import { drain } from '@triptych/service-host/src/drain.js';`,
    /"@triptych\/service-host\/src\/drain\.js"/,
  ],
  [users, `import pg from 'pg';`, /"pg" is not on its list/],
  [tweets, `import { request } from 'undici';`, /"undici" is not on its list/],
  [
    tweets,
    `import { createHttpClient } from '@triptych/http-client';`,
    /it belongs in compose\*\.ts, \*\.http\.ts/,
  ],
  [
    tweets,
    `import { renderTweet } from '../pages/tweet-page.js';`,
    /Folder tweets may not import folder pages|is not on its list/,
  ],
  // Every other room has its own list.
  [compose, `import Fastify from 'fastify';`, /knows no HTTP.*it belongs in/],
  [compose, `import type { FastifyInstance } from 'fastify';`, /knows no HTTP/],
  [
    compose,
    `import { messagesRoutes } from './messages/messages.routes.js';`,
    /it belongs in app\.ts/,
  ],
  [compose, `export const url = process.env.REDIS_URL;`, /"process\.env"/],
  [config, `export const port = process.env.PORT;`, /"process\.env"/],
  [config, `import { readFileSync } from 'node:fs';`, /"node:fs"/],
  [config, `import { createStore } from './people/account-store.prisma.js';`, /is not on its list/],
  [
    'apps/social-app/src/app.ts',
    `import { createStore } from './people/account-store.prisma.js';`,
    /it belongs in compose\*\.ts/,
  ],
  [
    'apps/social-app/src/main.ts',
    `import { messages } from './messages/messages.js';`,
    /starts the process/,
  ],
  ['apps/social-app/src/main.ts', `import { fastify } from 'fastify';`, /starts the process/],
  ['apps/social-app/src/notes.ts', `export const x = 1;`, /fits no room/],
  ['apps/social-app/src/notes/notes.ts', `export const x = 1;`, /no row for folder "notes"/],
  ['apps/social-app/src/messages/messages.util.ts', `export const x = 1;`, /fits no room/],
  [
    'apps/social-app/src/messages/messages.routes.ts',
    `import { x } from './message-store.prisma.js';`,
    /checks a request and calls/,
  ],
  [
    'apps/social-app/src/messages/messages.routes.ts',
    `import { request } from 'undici';`,
    /"undici"/,
  ],
  [
    'apps/social-app/src/messages/messages.schemas.ts',
    `import { chats } from './messages.port.js';`,
    /holds shapes on the wire/,
  ],
  [
    'apps/social-app/src/messages/messages.errors.ts',
    `import { STATUS_CODES } from 'node:http';`,
    /names what can go wrong/,
  ],
  [
    'apps/social-app/src/messages/messages.port.ts',
    `import { send } from './messages.js';`,
    /declares types, and no value/,
  ],
  [
    'apps/social-app/src/messages/message-store.prisma.ts',
    `import { request } from 'undici';`,
    /by Prisma/,
  ],
  [
    'apps/social-app/src/messages/message-store.prisma.ts',
    `import type { FastifyReply } from 'fastify';`,
    /by Prisma/,
  ],
  [
    'apps/embed-server/src/tweets/tweet-mapping.ts',
    `import { randomUUID } from 'node:crypto';`,
    /makes one shape from another/,
  ],
  [
    'apps/embed-server/src/tweets/tweet-source.http.ts',
    `export const x = fetch('https://x.com');`,
    /calls other servers/,
  ],
  [
    'apps/embed-server/src/elements/embed.browser.ts',
    `import { links } from '../pages/links.js';`,
    /may not import folder pages/,
  ],
  [
    'apps/embed-server/src/elements/embed.browser.ts',
    `export const x = localStorage.getItem('x');`,
    /runs in the browser/,
  ],
  // The web client has the browser, and of that what its room lists.
  [page, `export const x = fetch('/api/chats');`, /"fetch"/],
  [page, `export const x = window.fetch('/api/chats');`, /"window\.fetch"/],
  [page, `export const x = localStorage.getItem('draft');`, /"localStorage\.getItem"/],
  [page, `export const x = new EventSource('/api/events');`, /"EventSource"/],
  [page, `export const x = import.meta.env;`, /"import\.meta\.env"/],
  [page, `import { readFileSync } from 'node:fs';`, /"node:fs"/],
  [page, `import { problem } from '@triptych/schemas';`, /"@triptych\/schemas"/],
  // Libraries and tools have rows of their own.
  [
    'libs/schemas/src/problem.ts',
    `import { fastify } from 'fastify';`,
    /holds shapes that several services speak/,
  ],
  [
    'libs/logging/src/redaction.ts',
    `export const level = process.env.LOG_LEVEL;`,
    /makes log lines/,
  ],
  [
    'libs/http-client/src/read-body.ts',
    `import { createLogger } from '@triptych/logging';`,
    /calls other servers/,
  ],
  ['libs/postgres/src/index.ts', `export * from 'pg';`, /exports what others may use/],
  [
    'libs/http-client/src/index.ts',
    `export { server } from './testing/loopback-server.js';`,
    /exports what others may use|testing/,
  ],
  [
    'tools/launch/src/ports.ts',
    `import { Client } from 'pg';`,
    /starts the services of a developer/,
  ],
];

describe('a forbidden import', () => {
  it('is tried in many forms and rooms', () => expect(forbidden.length).toBeGreaterThanOrEqual(50));

  it.each(forbidden)('fails in %s: %s', async (path, code, teaches) => {
    const breaches = await breachesOfRooms(path, `${code}\n`);
    expect(breaches).toContainEqual({
      rule: 'walls/room',
      line: 1,
      message: expect.stringMatching(teaches),
    });
    for (const { message } of breaches) expect(message).toContain('docs/adr/0002');
  });
});

const allowed: [path: string, code: string][] = [
  [chat, `import { randomUUID } from 'node:crypto'; void randomUUID;`],
  [chat, `import type { Log } from '@triptych/logging'; export type L = Log;`],
  [chat, `import { x } from './messages.errors.js'; void x;`],
  [chat, `import { x } from '../people/people.js'; void x;`],
  [chat, `export const x = new URL('http://localhost').host + Date.now();`],
  [
    'apps/social-app/src/messages/messages.test.ts',
    `import { x } from './message-store.prisma.js'; void x;`,
  ],
  [
    'apps/social-app/src/messages/messages.test.ts',
    `import { x } from '@triptych/testing'; void x;`,
  ],
  [
    'apps/social-app/src/testing/test-app.ts',
    `import { compose } from '../compose.js'; void fetch; void compose;`,
  ],
];

describe('an import on the list', () => {
  it.each(allowed)('passes in %s: %s', async (path, code) => {
    expect(await breachesOfRooms(path, `${code}\n`)).toEqual([]);
  });
});
