import { randomUUID } from 'node:crypto';
import { createSqlEventLog } from '../streams/event-log.sql.js';
import { createEmbeddedTestDatabase } from '@triptych/postgres/testing';
import type { SignedInUser } from '../testing/signed-in-user.js';
import { createTestApp, migrationsDir, type TestApp } from '../testing/test-app.js';
import { pictureAddress } from './picture-address.js';

let world: TestApp;
let readEvents: (me: SignedInUser) => Promise<unknown[]>;
beforeAll(async () => {
  const database = await createEmbeddedTestDatabase(migrationsDir);
  const log = createSqlEventLog(database);
  readEvents = async ({ id }) => {
    const { events } = await log.readAfter(id, { seq: 0, at: null }, 100);
    return events.filter(({ person }) => person !== null).map(({ type, person }) => [type, person]);
  };
  world = await createTestApp({ database });
});
afterAll(() => world.close());

interface Profile {
  readonly name: string | null;
  readonly email: string | null;
  readonly image: string | null;
}

/** Somebody whose provider can say something else of them later. */
async function person(first: Profile, confirmed = true) {
  const { accounts, sessions } = world.parts;
  const account = { provider: 'oidc', issuer: 'https://issuer.test', subject: randomUUID() };
  const signIn = async (profile: Profile, isConfirmed = true) => {
    const emailKey = isConfirmed ? profile.email : null;
    const user = await accounts.admit({ ...account, ...profile, emailKey });
    if (user === 'email-taken') throw new Error('the address is taken');
    return user.id;
  };
  const id = await signIn(first, confirmed);
  const { sessionId, token } = await sessions.open(id, {});
  const cookie = `authjs.session-token=${token}`;
  const me: SignedInUser = { id, email: first.email ?? '', sessionId, token, cookie };
  return {
    me,
    signIn,
    seen: { id, ...first, image: pictureAddress(id, first.image), handle: null },
  };
}

const profile = (name: string): Profile => ({
  name,
  email: `${randomUUID()}@example.test`,
  image: `https://pictures.test/${name}.png`,
});
const nobody = { name: null, email: null, image: null, handle: null };
const add = (me: SignedInUser, email: string | null) =>
  world.post(me, '/api/friends/add', { email });
const act = (verb: string, me: SignedInUser, { id }: SignedInUser) =>
  world.post(me, `/api/friends/${verb}`, { id });
const listsOf = async (me: SignedInUser) =>
  (await world.get(me, '/api/friends')).body as Record<string, object[]>;

async function friends() {
  const [ann, bob] = [await person(profile('Ann')), await person(profile('Bob'))];
  await add(ann.me, bob.me.email);
  await act('accept', bob.me, ann.me);
  const chatId = [ann.me.id, bob.me.id].sort().join('--');
  await world.post(ann.me, '/api/message/send', { chatId, text: 'hello' });
  return { ann, bob };
}

it.each(['block', 'remove', 'be blocked'])(
  'after one has come to %s, neither receives what the other becomes later',
  async (how) => {
    const { ann, bob } = await friends();
    if (how === 'remove') await world.delete(ann.me, `/api/friends/${bob.me.id}`);
    else await (how === 'block' ? act('block', ann.me, bob.me) : act('block', bob.me, ann.me));
    for (const { signIn } of [ann, bob]) await signIn(profile('Later'));
    for (const [viewer, other] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      const { body } = await world.get(viewer.me, '/api/chats');
      expect(body.chats).toMatchObject([{ person: other.seen }]);
      const { body: file } = await world.get(viewer.me, '/api/account/export');
      expect(file.chats).toMatchObject([{ personName: other.seen.name }]);
      expect(await readEvents(viewer.me)).toContainEqual(['new_friend', other.seen]);
    }
  },
);

it('who becomes a friend again sees what is so now, and at the next end what was so then', async () => {
  const { ann, bob } = await friends();
  await world.delete(ann.me, `/api/friends/${bob.me.id}`);
  const [later, last] = [profile('Later'), profile('Last')];
  await bob.signIn(later);
  await add(ann.me, later.email);
  const inChat = async () => ((await world.get(ann.me, '/api/chats')).body.chats as object[])[0];
  expect(await inChat()).toMatchObject({ person: bob.seen });
  await act('accept', bob.me, ann.me);
  const known = { ...later, image: pictureAddress(bob.me.id, later.image) };
  expect(await inChat()).toMatchObject({ person: known });
  await world.delete(bob.me, `/api/friends/${ann.me.id}`);
  await bob.signIn(last);
  expect(await inChat()).toMatchObject({ person: known });
});

it('an unanswered request shows the address as it was typed, whatever becomes of it', async () => {
  const [ann, bob] = [await person(profile('Ann')), await person(profile('Bob'))];
  const typed = bob.me.email.toUpperCase();
  await add(ann.me, ` ${typed} `);
  await bob.signIn(profile('Later'));
  const shown = { ...nobody, id: bob.me.id, email: typed };
  expect(await listsOf(ann.me)).toMatchObject({ outgoing: [shown] });
  const { body } = await world.get(ann.me, '/api/friends/outgoing');
  expect(body.people).toMatchObject([shown]);
  expect(await listsOf(bob.me)).toMatchObject({ incoming: [ann.seen] });
});

it.each([
  ['an address that nobody confirms is shown to nobody', 'Ann', 'Ann'],
  ['nor as a name', 'boss@corp.test', null],
  ['nor among other words, however it is written', 'The boss ＠ boss＠corp.test', null],
  ['nor one without a dot', 'boss@localhost', null],
  ['nor with another dot', 'boss@corp。test', null],
  ['nor with spaces', 'boss @ corp.test', null],
  ['nor percent-encoded', 'boss%40corp%2Etest', null],
  ['nor as an entity', 'boss&#64;corp.test', null],
  ['nor spelled out', 'boss (AT) corp [dot] test', null],
  ['nor spelled out in one word', 'boss（at）corp', null],
  ['a sign alone is no address', 'Ann @ home', 'Ann @ home'],
  ['nor is a word in brackets', 'Ann (at) home', 'Ann (at) home'],
])('%s', async (_what, name, shown) => {
  const [ann, bob] = [
    await person({ ...profile('Ann'), name }, false),
    await person(profile('Bob')),
  ];
  await add(ann.me, bob.me.email);
  const seen = { ...ann.seen, name: shown, email: null };
  expect((await listsOf(bob.me))['incoming']).toMatchObject([seen]);
  expect(await readEvents(bob.me)).toEqual([['friend_request', seen]]);
  await act('accept', bob.me, ann.me);
  expect((await listsOf(bob.me))['friends']).toMatchObject([seen]);
  // One's own stays one's own to see.
  expect((await world.get(ann.me, '/api/account')).body.user).toMatchObject({ name });
});

it('who calls themselves by their own confirmed address is so called', async () => {
  const [ann, bob] = [await person(profile('Ann')), await person(profile('Bob'))];
  await ann.signIn({ ...profile('Ann'), name: ann.me.email.toUpperCase(), email: ann.me.email });
  await add(ann.me, bob.me.email);
  expect((await listsOf(bob.me))['incoming']).toMatchObject([{ name: ann.me.email.toUpperCase() }]);
});

it('an event shows who somebody was then, and nobody once the account is erased', async () => {
  const { ann, bob } = await friends();
  await ann.signIn(profile('Later'));
  expect(await readEvents(bob.me)).toEqual([
    ['friend_request', ann.seen],
    ['new_friend', ann.seen],
  ]);
  await world.delete(ann.me, '/api/account', {
    confirm: (await world.get(ann.me, '/api/account')).body.user.email as string,
  });
  expect(await readEvents(bob.me)).toEqual([]);
});

it('the fourth request after three denials is 200, as the document says', async () => {
  const [ann, bob] = [await person(profile('Ann')), await person(profile('Bob'))];
  for (let n = 0; n < 3; n += 1) {
    await add(ann.me, bob.me.email);
    await act('deny', bob.me, ann.me);
  }
  expect((await add(ann.me, bob.me.email)).status).toBe(200);
  expect(await listsOf(bob.me)).toMatchObject({ incoming: [ann.seen] });
  expect(await readEvents(bob.me)).toHaveLength(3);
});
