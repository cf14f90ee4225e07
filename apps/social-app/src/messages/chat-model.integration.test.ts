import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { createChatModel, type ChatModel } from '../testing/chat-model.js';
import type { Call, Step } from '../testing/chat-step.js';
import { planStep, plans, type Intent } from '../testing/chat-steps.js';
import { fetchView, rebuildView } from '../testing/chat-view.js';
import { openFeed, type EventFeed } from '../testing/event-feed.js';
import { createPostgres, createPostgresApp } from '../testing/postgres-app.js';
import { connectReplicas } from '../testing/shared-redis.js';
import type { SignedInUser } from '../testing/signed-in-user.js';
import type { TestApp } from '../testing/test-app.js';

let database: Awaited<ReturnType<typeof createPostgres>>;
let redis: ReturnType<typeof connectReplicas>;
let replicas: TestApp[];
let bases: string[];

beforeAll(async () => {
  database = await createPostgres();
  redis = connectReplicas();
  replicas = await Promise.all(
    redis.map((each) => createPostgresApp(database.url, { redis: each })),
  );
  bases = await Promise.all(replicas.map(({ app }) => app.listen({ port: 0, host: '127.0.0.1' })));
});
afterAll(async () => {
  await Promise.all(replicas.map((each) => each.close()));
  redis.forEach((each) => each.close());
  await database.drop();
});

const intent: fc.Arbitrary<Intent> = fc.record({
  kind: fc.oneof(
    { weight: 4, arbitrary: fc.constant<Intent['kind']>('send') },
    { weight: 6, arbitrary: fc.constantFrom(...(Object.keys(plans) as Intent['kind'][])) },
  ),
  who: fc.nat(2),
  chat: fc.nat(1),
  message: fc.nat(30),
  word: fc.nat(9),
  replica: fc.nat(1),
});
/** Each of these happens at once; then someone may go on listening at another replica. */
const rounds = fc.array(
  fc.record({
    intents: fc.array(intent, { minLength: 1, maxLength: 5 }),
    moves: fc.option(fc.nat(2)),
  }),
  { minLength: 5, maxLength: 25 },
);

async function gather(): Promise<SignedInUser[]> {
  const world = replicas[0]!;
  const users = await Promise.all([world.join(), world.join(), world.join()]);
  for (const [one, other] of [
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const) {
    await world.post(users[one], '/api/friends/add', { email: users[other].email });
    await world.post(users[other], '/api/friends/accept', { id: users[one].id });
  }
  return users;
}

/** Of several intents those whose steps do not depend on each other’s order. */
function planRound(model: ChatModel, users: SignedInUser[], intents: readonly Intent[]) {
  const taken = new Set<string>();
  const planned: { step: Step; intent: Intent }[] = [];
  for (const each of intents) {
    const step = planStep(
      model,
      users.map(({ id }) => id),
      each,
    );
    const alone = step.keys.includes('alone');
    if (taken.has('alone') || (alone && planned.length > 0)) continue;
    if (step.keys.some((key) => taken.has(key))) continue;
    step.keys.forEach((key) => taken.add(key));
    planned.push({ step, intent: each });
  }
  return planned;
}

function callThrough(world: TestApp, users: readonly SignedInUser[]): Call {
  return (userId, method, url, body) =>
    world[method](
      users.find(({ id }) => id === userId)!,
      url,
      body,
    );
}

async function play(model: ChatModel, users: SignedInUser[], intents: readonly Intent[]) {
  const planned = planRound(model, users, intents);
  const replies = await Promise.all(
    planned.map(({ step, intent: { replica } }) =>
      step.run(callThrough(replicas[replica]!, users)),
    ),
  );
  planned.forEach(({ step, intent: { kind } }, n) => {
    const reply = replies[n]!;
    expect({ kind, status: reply.status }).toEqual({ kind, status: step.status });
    if (reply.status === 200) step.apply(reply);
  });
}

async function checkUser(model: ChatModel, user: SignedInUser, feed: EventFeed) {
  const [head] = await replicas[0]!.query<{ seq: number }>(
    'SELECT seq FROM event_heads WHERE user_id = $1',
    [user.id],
  );
  await feed.until(head?.seq ?? 0);
  expect(feed.events.map(({ id }) => id)).toEqual(feed.events.map((_, n) => n + 1));
  const fetched = await fetchView(replicas[1]!, user);
  expect(fetched).toEqual(model.viewOf(user.id));
  expect(rebuildView(user.id, feed.events)).toEqual(fetched);
}

it('is what a plain model is, and what each user’s events lead to, whatever three users do at once', async () => {
  await fc.assert(
    fc.asyncProperty(rounds, async (story) => {
      const users = await gather();
      const model = createChatModel(users);
      const feeds = users.map((user, n) => openFeed(bases[n % 2]!, user));
      try {
        for (const { intents, moves } of story) {
          await play(model, users, intents);
          if (moves !== null) feeds[moves]?.reconnect(bases[(moves + 1) % 2]!);
        }
        for (const chat of model.chats) {
          const numbers = chat.messages.map(({ seq }) => seq).sort((a, b) => a - b);
          expect(numbers).toEqual(numbers.map((_, n) => n + 1));
        }
        for (const [n, user] of users.entries()) await checkUser(model, user, feeds[n]!);
      } finally {
        feeds.forEach((feed) => feed.close());
      }
    }),
    { ...propertySize(12), endOnFailure: true },
  );
});
