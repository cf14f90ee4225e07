import { startAppWithProvider } from '../app-with-provider.js';
import { callRoute, documentedRoutes } from '../documented-routes.js';

const { test: world } = await startAppWithProvider();
// An event stream does not end; which ids it takes is tested beside it.
const routes = (await documentedRoutes(world.app)).filter(({ path }) => path !== '/api/events');

const [nobody, moment] = ['00000000-0000-7000-8000-00000000000f', '99999999999999'];

/** What PostgreSQL, JavaScript or a parser in between holds otherwise than the other: text, ids, numbers, cursors. */
const oddValues: readonly unknown[] = [
  ...['\u0000', 'a\u0000b', '\uffff', '\u{10ffff}', '\u202e', '\\', '%', "'", '"', '\n', ''],
  ...['__proto__', 'constructor', 'null', 'NaN', '-0', '1e3', '0x10', '١'],
  ...['2147483646', '2147483647', '2147483648', '9007199254740993', '1e400', '-1', '0'],
  ...[`${nobody}--${nobody}`, `${nobody}--`, '--', nobody.toUpperCase(), `${nobody}\u0000`],
  ...[`${moment}_${nobody}`, `0_${nobody}`, `-1_${nobody}`, '_'],
  ...['x'.repeat(5000), '\u0301'.repeat(3000), 'a@'.repeat(500), `a\u0000@example.test`],
];
/** What a query cannot hold. */
const oddInBodies: readonly unknown[] = [
  ...['\ud800', 'a\udc00b@example.test', 2147483647, 2147483648, -1, 0, 1.5, 1e308],
  ...[null, true, [], {}, [[]], { toString: 'x' }],
];

// `PROPERTY_RUNS=1` tries every value in every field; a suite tries one in three in each, in turns.
const oneIn = process.env['PROPERTY_RUNS'] === undefined ? 3 : 1;

it('no value of any field of any route is a fault of ours', async () => {
  const failed: unknown[] = [];
  let [calls, fields] = [0, 0];
  for (const route of routes) {
    // Erased, signed out and blocked people would hide what comes after them.
    const { alice, bob, chatId } = await world.joinFriends();
    await world.post(alice, '/api/message/send', { chatId, text: 'one' });
    for (const field of route.fields) {
      const inBody = !(route.operation.parameters ?? []).some(({ name }) => name === field);
      fields += 1;
      const values = [...oddValues, ...(inBody ? oddInBodies : [])];
      for (const value of values.filter((_value, nr) => (nr + fields) % oneIn === 0)) {
        const known = { provider: 'oidc', chatId, id: bob.id, seq: 1 };
        const { status } = await callRoute(world.app, route, alice, { ...known, [field]: value });
        calls += 1;
        if (status >= 500)
          failed.push({ route: `${route.method} ${route.path}`, field, value, status });
      }
    }
  }
  expect(failed).toEqual([]);
  expect(calls).toBeGreaterThan(1500 / oneIn);
}, 300_000);
