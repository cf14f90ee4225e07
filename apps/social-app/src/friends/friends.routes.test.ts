import { createTestApp, type TestApp } from '../testing/test-app.js';

let world: TestApp;

beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

describe('POST /api/friends/add', () => {
  const add = '/api/friends/add';

  it('sends a request, 200', async () => {
    const [alice, bob] = [await world.join(), await world.join()];
    expect(await world.post(alice, add, { email: bob.email })).toEqual({
      status: 200,
      body: { changed: true },
    });
    expect((await world.get(bob, '/api/friends')).body.incoming).toMatchObject([
      { id: alice.id, email: alice.email },
    ]);
  });

  it('shows the asker no more of the other than was typed', async () => {
    const [alice, bob] = [await world.join(), await world.join()];
    await world.post(alice, add, { email: bob.email });
    expect((await world.get(alice, '/api/friends')).body.outgoing).toEqual([
      {
        id: bob.id,
        email: bob.email,
        name: null,
        image: null,
        handle: null,
        since: expect.any(String),
      },
    ]);
  });

  it.each([
    ['upper case', (email: string) => email.toUpperCase()],
    ['spaces around', (email: string) => `  ${email}\t`],
    ['a full-width at sign', (email: string) => email.replace('@', '＠')],
  ])('finds the owner in another spelling: %s', async (_name, respell) => {
    const [alice, bob] = [await world.join(), await world.join()];
    expect((await world.post(alice, add, { email: respell(bob.email) })).status).toBe(200);
  });

  it('400 for an address that nobody owns', async () => {
    const alice = await world.join();
    expect(await world.post(alice, add, { email: 'nobody@example.test' })).toMatchObject({
      status: 400,
      body: { code: 'person_not_found', status: 400 },
    });
  });

  it('400 for an address that its user has not verified', async () => {
    const alice = await world.join();
    await world.parts.accounts.admit({
      provider: 'oidc',
      issuer: 'https://issuer.test',
      subject: 'claims-only',
      name: null,
      email: 'claimed@example.test',
      emailKey: null,
      image: null,
    });
    const reply = await world.post(alice, add, { email: 'claimed@example.test' });
    expect(reply).toMatchObject({ status: 400, body: { code: 'person_not_found' } });
  });

  it.each([
    ['as it is', (email: string) => email],
    ['in another spelling', (email: string) => ` ${email.toUpperCase()}`],
  ])('self-add by case and spelling: 400 for oneself, %s', async (_name, respell) => {
    const alice = await world.join();
    expect(await world.post(alice, add, { email: respell(alice.email) })).toMatchObject({
      status: 400,
      body: { code: 'cannot_befriend_self' },
    });
  });

  it('400 when asked twice, when crossing, and among friends', async () => {
    const [alice, bob] = [await world.join(), await world.join()];
    await world.post(alice, add, { email: bob.email });
    const again = { status: 400, body: { code: 'already_related' } };
    expect(await world.post(alice, add, { email: bob.email })).toMatchObject(again);
    expect(await world.post(bob, add, { email: alice.email })).toMatchObject(again);
    await world.post(bob, '/api/friends/accept', { id: alice.id });
    expect(await world.post(alice, add, { email: bob.email })).toMatchObject(again);
    expect(await world.post(bob, add, { email: alice.email })).toMatchObject(again);
  });

  it.each([
    '',
    'alice',
    'alice@',
    '@example.test',
    'a b@example.test',
    'a@b@example.test',
    'a@-b.test',
    'a@b..test',
    'a\0@example.test',
    '\ud800@example.test',
    `${'a'.repeat(65)}@example.test`,
    `a@${'b.'.repeat(150)}test`,
    'a@example.test\nbcc: x@example.test',
  ])('422 for %j, which is no e-mail address', async (email) => {
    const alice = await world.join();
    expect(await world.post(alice, add, { email })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/email' }] },
    });
  });

  it.each([
    [{}],
    [{ email: 5 }],
    [{ email: null }],
    [{ email: { email: 'a@b.test' } }],
    [[]],
    ['"x"'],
  ])('422 for the payload %j', async (body) => {
    expect((await world.post(await world.join(), add, body)).status).toBe(422);
  });
});

describe('POST /api/friends/accept', () => {
  const accept = '/api/friends/accept';

  it('makes both friends, 200', async () => {
    const { alice, bob, chatId } = await world.joinFriends();
    for (const [me, other] of [
      [alice, bob],
      [bob, alice],
    ] as const) {
      expect((await world.get(me, '/api/friends')).body).toEqual({
        friends: [expect.objectContaining({ id: other.id, email: other.email, chatId })],
        incoming: [],
        outgoing: [],
        blocked: [],
        nextCursors: { friends: null, incoming: null, outgoing: null, blocked: null },
      });
    }
  });

  it('400 without a request, from anyone at all', async () => {
    const [alice, bob] = [await world.join(), await world.join()];
    for (const id of [bob.id, alice.id, '', 'x', '0', "' OR 1=1 --", bob.id.toUpperCase(), '\0']) {
      expect(await world.post(alice, accept, { id })).toMatchObject({
        status: 400,
        body: { code: 'no_pending_request' },
      });
    }
  });

  it('400 for the one who asked, and for a third', async () => {
    const [alice, bob, carol] = [await world.join(), await world.join(), await world.join()];
    await world.post(alice, '/api/friends/add', { email: bob.email });
    expect((await world.post(alice, accept, { id: bob.id })).status).toBe(400);
    expect((await world.post(alice, accept, { id: alice.id })).status).toBe(400);
    expect((await world.post(carol, accept, { id: alice.id })).status).toBe(400);
    expect((await world.post(bob, accept, { id: alice.id })).status).toBe(200);
  });

  it('400 when already friends', async () => {
    const { alice, bob } = await world.joinFriends();
    expect((await world.post(bob, accept, { id: alice.id })).status).toBe(400);
  });

  it('422 for an invalid payload', async () => {
    expect((await world.post(await world.join(), accept, { id: 5 })).status).toBe(422);
  });
});

describe('POST /api/friends/deny', () => {
  const deny = '/api/friends/deny';

  it('removes the request, 200, and it may be sent again', async () => {
    const [alice, bob] = [await world.join(), await world.join()];
    await world.post(alice, '/api/friends/add', { email: bob.email });
    expect(await world.post(bob, deny, { id: alice.id })).toEqual({
      status: 200,
      body: { changed: true },
    });
    expect((await world.get(bob, '/api/friends')).body.incoming).toEqual([]);
    expect((await world.post(bob, '/api/friends/accept', { id: alice.id })).status).toBe(400);
    expect((await world.post(alice, '/api/friends/add', { email: bob.email })).status).toBe(200);
  });

  it('200 when there is nothing to deny, and changes nothing', async () => {
    const { alice, bob } = await world.joinFriends();
    for (const id of [alice.id, bob.id, '', 'x']) {
      expect(await world.post(bob, deny, { id })).toEqual({
        status: 200,
        body: { changed: false },
      });
    }
    expect((await world.get(bob, '/api/friends')).body.friends).toHaveLength(1);
  });

  it('does not let the asker deny, nor a third', async () => {
    const [alice, bob, carol] = [await world.join(), await world.join(), await world.join()];
    await world.post(alice, '/api/friends/add', { email: bob.email });
    expect((await world.post(alice, deny, { id: bob.id })).body).toEqual({ changed: false });
    expect((await world.post(carol, deny, { id: alice.id })).body).toEqual({ changed: false });
    expect((await world.get(bob, '/api/friends')).body.incoming).toHaveLength(1);
  });

  it('422 for an invalid payload', async () => {
    expect((await world.post(await world.join(), deny, {})).status).toBe(422);
  });
});

describe('beyond the document', () => {
  it('cancels a request, by the one who asked alone', async () => {
    const [alice, bob] = [await world.join(), await world.join()];
    await world.post(alice, '/api/friends/add', { email: bob.email });
    const cancel = '/api/friends/cancel';
    expect((await world.post(bob, cancel, { id: alice.id })).body).toEqual({ changed: false });
    expect((await world.post(alice, cancel, { id: bob.id })).body).toEqual({ changed: true });
    expect((await world.get(bob, '/api/friends')).body.incoming).toEqual([]);
  });

  it('ends a friendship, once', async () => {
    const { alice, bob } = await world.joinFriends();
    const url = `/api/friends/${bob.id}`;
    expect((await world.delete(alice, url)).body).toEqual({ changed: true });
    expect((await world.delete(alice, url)).body).toEqual({ changed: false });
    expect((await world.get(bob, '/api/friends')).body.friends).toEqual([]);
  });

  it('does not end a pending request', async () => {
    const [alice, bob] = [await world.join(), await world.join()];
    await world.post(alice, '/api/friends/add', { email: bob.email });
    expect((await world.delete(bob, `/api/friends/${alice.id}`)).body).toEqual({ changed: false });
  });
});

describe('without a session', () => {
  const routes = ['add', 'accept', 'deny', 'cancel'].map((name) => `/api/friends/${name}`);

  it.each(routes)('%s is 401 before the payload is checked', async (url) => {
    for (const body of [{ email: 'nobody@example.test', id: 'x' }, {}, '{', undefined]) {
      expect(await world.post(null, url, body)).toMatchObject({
        status: 401,
        body: { status: 401, code: 'unauthenticated' },
      });
    }
  });

  it('the list and the end of a friendship are 401', async () => {
    expect((await world.get(null, '/api/friends')).status).toBe(401);
    expect((await world.delete(null, '/api/friends/x')).status).toBe(401);
  });

  it.each(routes)('%s replies 422 to what is not JSON to a signed-in user', async (url) => {
    const alice = await world.join();
    for (const body of ['{', '', 'null', '{"email":']) {
      expect((await world.post(alice, url, body)).status).toBe(422);
    }
  });
});

it('logs no e-mail address', () => {
  expect(world.lines.length).toBeGreaterThan(0);
  expect(world.lines.filter((line) => line.includes('example.test'))).toEqual([]);
});
