// Lists and rooms that every kind of project shares.
import { language } from './language.mjs';

/** What Node and browsers have in common and what touches nothing outside the process. */
export const platform = [
  ...['AbortController', 'AbortSignal', 'Buffer', 'TextDecoder', 'TextEncoder', 'URL'],
  ...['URLSearchParams', 'performance', 'setTimeout', 'clearTimeout', 'structuredClone'],
];

export const timers = ['setInterval', 'clearInterval', 'setImmediate'];

const shared = [...platform, ...timers];

/**
 * A row of a table of rooms: every room has the language. `own` are the globals that are its alone,
 * `family` the rooms that share lists: an entry is in use when one of them uses it.
 */
export const room = (name, shape, files, is, lists) => ({
  name,
  shape,
  files,
  is,
  ...lists,
  own: (lists.globals ?? []).filter((name) => !shared.includes(name)),
  globals: [...language, ...(lists.globals ?? [])],
});

const test = (name, shape, files, is) => ({
  name,
  shape,
  files,
  is,
  tests: true,
  packages: ['*'],
  globals: ['*'],
});

/** Tests and what they alone import: anything of their own project and of its packages. */
export const testRooms = [
  test('test', '*.test.ts', /^(?!(.+\/)?testing\/)(.+\/)?[^/]+\.test\.tsx?$/, 'is a test'),
  test(
    'contract',
    '*.contract.ts',
    /^(?!(.+\/)?testing\/)(.+\/)?[^/]+\.contract\.ts$/,
    'is a suite that several adapters pass',
  ),
  test('testing', 'testing/', /^(.+\/)?testing\//, 'is for tests alone'),
  test(
    'fixture',
    '*.fixture.*',
    /^(?!(.+\/)?testing\/)(.+\/)?[^/]+\.fixture\.(m?ts|mjs)$/,
    'is data of tests',
  ),
  test('generated', 'generated/', /^generated\//, 'is written by a generator'),
];
