import { CursorExpiredError, type Change, type User } from './index.js';
import {
  collect,
  cut,
  failureOf,
  json,
  lines,
  problem,
  startFakeService,
  user,
  type FakeService,
  type Reply,
} from './testing/fake-service.js';

let service: FakeService;
beforeAll(async () => {
  service = await startFakeService();
});
afterAll(() => service.close());

const exportOf =
  (cursor: string, users: readonly User[]): Reply =>
  (response) =>
    void response.writeHead(200, { 'events-cursor': cursor }).end(lines(users));
const page = (cursor: string, ...events: readonly object[]) => json({ events, cursor });
const changed = (one: User) => ({ type: 'user.updated', subject: one.ID, data: one });
const deleted = (id: string) => ({ type: 'user.deleted', subject: id });
const forgotten = (id: string) => ({ type: 'user.registered', subject: id });

const paths = () => service.seen.map(({ url }) => url.replace(/&.*/, ''));

/** What a consumer holds who does what each change says. */
function apply(changes: readonly Change[]) {
  const table = new Map<string, User>();
  for (const change of changes) {
    if (change.kind === 'reset') table.clear();
    else if (change.kind === 'put') table.set(change.user.ID, change.user);
    else if (change.kind === 'remove') table.delete(change.id);
  }
  return [...table.values()];
}

const untilLive = async (changes: AsyncIterable<Change>) => {
  const list: Change[] = [];
  for await (const change of changes) {
    list.push(change);
    if (change.kind === 'checkpoint' && change.live) break;
  }
  return list;
};

it('is an export, and then what changed since it began', async () => {
  const [a, b, c] = [user('a'), user('b'), user('c')];
  const renamed = { ...a, FullName: 'z' };
  service.play(
    exportOf('c1', [a, b]),
    page('c2', changed(c), deleted(b.ID), changed(renamed), forgotten('x')),
    page('c2'),
  );
  const changes = await untilLive(service.client().copy());
  expect(changes[0]).toEqual({ kind: 'reset' });
  expect(apply(changes)).toEqual([renamed, c]);
  expect(changes.filter(({ kind }) => kind === 'checkpoint')).toEqual([
    { kind: 'checkpoint', cursor: 'c1', live: false },
    { kind: 'checkpoint', cursor: 'c2', live: true },
  ]);
  expect(paths()).toEqual(['/users:export', '/events?after=c1']);
});

it('is live once a page is not full', async () => {
  const [a, b] = [user('a'), user('b')];
  service.play(exportOf('c1', []), page('c2', changed(a)), page('c3', changed(b)), page('c3'));
  const changes = await untilLive(service.client().copy({ limit: 1 }));
  expect(changes.at(-1)).toEqual({ kind: 'checkpoint', cursor: 'c3', live: true });
  expect(apply(changes)).toEqual([a, b]);
});

it('goes on from a checkpoint without an export', async () => {
  service.play(page('c3', changed(user('a'))));
  const changes = await untilLive(service.client().copy({ after: 'c2' }));
  expect(changes.map(({ kind }) => kind)).toEqual(['put', 'checkpoint']);
  expect(paths()).toEqual(['/events?after=c2']);
});

it('begins anew when its cursor has expired', async () => {
  const expired = problem(410, 'cursor_expired');
  service.play(expired, exportOf('c9', [user('a')]), page('c9'));
  const changes = await untilLive(service.client().copy({ after: 'old' }));
  expect(changes.map(({ kind }) => kind)).toEqual(['reset', 'put', 'checkpoint', 'checkpoint']);
});

it('does not export for ever where each cursor has expired', async () => {
  service.play(exportOf('c1', []), problem(410, 'cursor_expired'));
  const error = await failureOf(collect(service.client().copy()));
  expect(error).toBeInstanceOf(CursorExpiredError);
  expect(service.seen).toHaveLength(2);
});

it('keeps the cursor of the first export where the connection breaks', async () => {
  const [a, b, c] = [user('a'), user('b'), user('c')];
  service.play(
    cut(`${lines([a, b])}{"ID":"c"`, { 'events-cursor': 'c1' }),
    exportOf('c5', [c]),
    page('c6'),
  );
  const changes = await untilLive(service.client().copy());
  expect(apply(changes)).toEqual([a, b, c]);
  expect(changes).toContainEqual({ kind: 'checkpoint', cursor: 'c1', live: false });
  expect(paths()).toEqual([
    '/users:export',
    '/users:export?after=b%40example.org',
    '/events?after=c1',
  ]);
});
