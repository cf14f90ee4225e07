import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import {
  playContext,
  statusThreadPath,
  threadStatus,
  type StatusParts,
  type ThreadStatus,
} from '../testing/status-threads.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.closeAsForeseen());

const post = (id: string, parent: string | null = null, parts: StatusParts = {}) =>
  threadStatus(server.upstream, id, parent, parts);
const play = (status: ThreadStatus, ancestors: unknown, descendants: unknown) =>
  playContext(server.upstream, status, { ancestors, descendants });

const read = async () => {
  const reply = await server.app.inject(statusThreadPath(server.upstream, '2'));
  expect(reply.statusCode).toBe(200);
  const { before, after } = reply.json().thread;
  const ids = (statuses: readonly ThreadStatus[]) => statuses.map(({ id }) => id);
  return { before: ids(before), after: ids(after) };
};

// A plain reading of the rules, which looks at everything at each step.
function expected(asked: ThreadStatus, above: ThreadStatus[], below: ThreadStatus[]) {
  const isOwn = (one: ThreadStatus) => one.account.id === 'a' && one.visibility === 'public';
  const chain = (from: ThreadStatus, most: number, step: (of: ThreadStatus) => unknown) => {
    const found: string[] = [];
    let next = step(from) as ThreadStatus | undefined;
    while (next && isOwn(next) && !used.includes(next.id) && found.length < most) {
      found.push(next.id);
      used.push(next.id);
      next = step(next) as ThreadStatus | undefined;
    }
    return found;
  };
  const used: string[] = [asked.id];
  const before = chain(asked, 10, (of) =>
    of.in_reply_to_account_id === 'a'
      ? above.find(({ id }) => id === of.in_reply_to_id)
      : undefined,
  );
  const after = chain(asked, 9, (of) =>
    below.find(
      (one) =>
        one.account.id === 'a' &&
        one.in_reply_to_id === of.id &&
        one.in_reply_to_account_id === 'a' &&
        !used.includes(one.id) &&
        one.id !== of.id,
    ),
  );
  return { before: before.toReversed(), after };
}

it('whatever statuses the instance sends: what a plain reading of the rules gives', async () => {
  let [turn, long] = [0, 0];
  const ids = fc.constantFrom('1', '2', '3', '4', '5');
  const mostlyAda = fc.constantFrom('a', 'a', 'a', 'a', 'o');
  const visibility = fc.constantFrom('public', 'public', 'public', 'private');
  const statuses = fc.array(fc.tuple(ids, fc.option(ids), mostlyAda, mostlyAda, visibility), {
    maxLength: 12,
  });
  const made = (given: readonly [string, string | null, string, string, string][]) =>
    given.map(([id, parent, author, of, seen]) =>
      post(id, parent, { author, of, visibility: seen }),
    );
  await fc.assert(
    fc.asyncProperty(fc.option(ids), statuses, statuses, async (parent, up, down) => {
      server.wait((turn += 1) * 100_000);
      const [asked, above, below] = [post('2', parent), made(up), made(down)];
      play(asked, above, below);
      const { before, after } = await read();
      const wanted = expected(asked, above, below);
      if (before.length + after.length > 1) long += 1;
      // One that stands above is not shown below again, though another one of its parent's may be.
      expect(before).toEqual(wanted.before);
      expect(after).toEqual(wanted.after);
    }),
    propertySize(60),
  );
  expect(long).toBeGreaterThan(3);
});
