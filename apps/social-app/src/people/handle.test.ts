import { createTestApp } from '../testing/test-app.js';
import { documentedRoutes } from '../testing/documented-routes.js';
import { isReservedHandle, parseHandle } from './handle.js';

it.each([
  ['alice', 'alice'],
  ['@alice', 'alice'],
  [' ALICE\t', 'alice'],
  ['Al1ce_b', 'al1ce_b'],
  ['a_b', 'a_b'],
  ['abc', 'abc'],
  ['a'.repeat(30), 'a'.repeat(30)],
  ['＠ａｌｉｃｅ', 'alice'],
])('%j is the handle %j', (raw, handle) => expect(parseHandle(raw)).toBe(handle));

it.each([
  ...['', '@', 'ab', '@ab', 'a'.repeat(31), '1ab', '_ab', 'ab_', 'a__b', 'a b', 'a-b', 'a.b'],
  ...['@@alice', '@ alice', 'alice@', 'alice@example.test', 'ali\u0000ce', 'ali\nce', '\ud800abc'],
  // Cyrillic, Greek, Turkish and invisible characters that look like a handle.
  ...[
    'аlice',
    'αlice',
    'alıce',
    'al\u0130ce',
    'ali\u200bce',
    'ali\u00adce',
    'ali\u202ece',
    'älice',
  ],
  // The Kelvin sign, the long s and more are letters of ASCII in NFKC, or in lower case.
  ...['\u212aelvin', '\u017fam', '\ufb01ona', '\u24d0lice', '\u{1d41a}lice', '\ufe6balice'],
  ...['a'.repeat(1_000_000), 'a_'.repeat(50_000)],
])('%j is no handle', (raw) => expect(parseHandle(raw)).toBeNull());

it.each([
  ...['admin', 'adm1n', '4dmin', 'ad_min', 'admln', 'adrnin', 'admin7', 'admin_2026', 'supp0rt'],
  ...[
    'settings',
    'sett1ngs',
    'api',
    'ap1',
    'vvww',
    'triptych',
    'tr1ptych',
    'r00t',
    'signin',
    'you',
  ],
])('%s is reserved', (handle) => expect(isReservedHandle(handle)).toBe(true));

it.each(['adnnin', 'adminn', 'aadmin', 'addmiin', 'suport', 'staaff', 'tearn_aadnnin'])(
  '%s is reserved for how it looks',
  (handle) => expect(isReservedHandle(handle)).toBe(true),
);

it.each(['triptych_support', 'the_admin', 'supp0rt_team', 'my_adm1n7', 'superadmin'])(
  '%s is reserved for its part',
  (handle) => expect(isReservedHandle(handle)).toBe(true),
);

it.each([
  'team_rocket',
  'me_and_you',
  'live_music',
  'alice',
  'bob',
  'apia',
  'adminton',
  'xadmin',
  'hanna',
  'supper',
  'stuff',
  'rooter',
  'mellow',
  'alice7',
  'sam2026',
])('%s is not', (handle) => expect(isReservedHandle(handle)).toBe(false));

it('the words of every route of the service are reserved, and the pages of its client', async () => {
  const world = await createTestApp();
  const routes = await documentedRoutes(world.app);
  await world.close();
  const pages = ['chats', 'friends', 'search', 'settings', 'invitation', 'openapi', 'docs'];
  const words = routes.flatMap(({ path }) => path.split('/').slice(1, 3));
  const handles = [...words, ...pages].filter((word) => parseHandle(word) !== null);
  expect(handles.length).toBeGreaterThan(40);
  expect(handles.filter((word) => !isReservedHandle(word))).toEqual([]);
});
