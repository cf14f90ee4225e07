import { jest } from '@jest/globals';
import { memoryStorage } from './device-storage.js';
import type * as SignOut from './sign-out.js';

/** A server to which one browser comes, and whether that has a network. */
const server = {
  user: null as string | null,
  isReached: true,
  /** What happens after the token was read, and after the session was. */
  afterToken: () => {},
  afterSession: () => {},
};

/** As the server replies, also to a request that names whom it is meant for. */
function reply(path: string, expected: string | null): Response {
  const { user } = server;
  if (path === '/api/auth/csrf') {
    server.afterToken();
    return Response.json({ csrfToken: 'token' });
  }
  if (path === '/api/auth/session') {
    server.afterSession();
    return Response.json(user && { user: { id: user } });
  }
  if (expected !== null && user !== null && user !== expected)
    return Response.json({ code: 'unauthenticated' }, { status: 401 });
  server.user = null;
  return Response.json({ url: '/' });
}

async function fetchHere(request: Request): Promise<Response> {
  if (!server.isReached) throw new TypeError('no network');
  return reply(new URL(request.url).pathname, request.headers.get('expected-user'));
}

const { Request: RealRequest } = globalThis;
class PageRequest extends RealRequest {
  constructor(input: string, init?: RequestInit) {
    super(new URL(input, 'http://127.0.0.1'), init);
  }
}

const kept = memoryStorage();
const page = {
  location: { origin: 'http://127.0.0.1' },
  localStorage: kept,
  fetch: fetchHere,
  Request: PageRequest,
};

let signing: typeof SignOut;
beforeAll(async () => {
  for (const [name, value] of Object.entries(page))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  jest.resetModules();
  signing = await import('./sign-out.js');
});
beforeEach(() => {
  for (const key of kept.keys()) kept.removeItem(key);
  Object.assign(server, { user: 'ann', isReached: true });
  Object.assign(server, { afterToken: () => {}, afterSession: () => {} });
});

/** Ann signs out without a network; then there is one, and somebody else, or nobody, may have signed in. */
async function signOutLater(next: string | null): Promise<void> {
  server.isReached = false;
  await signing.signOut('ann');
  Object.assign(server, { isReached: true, user: next });
}

describe('signing out without a network', () => {
  it.each([
    ['ann', null],
    [null, null],
    ['bob', 'bob'],
  ])('is done later: where %j is signed in, %j is then', async (next, then) => {
    await signOutLater(next);
    await signing.finishSignOut();
    expect([server.user, kept.getItem('sign-out')]).toEqual([then, null]);
  });

  it('of a release that has not noted who, ends the session that is there', async () => {
    kept.setItem('sign-out', '');
    await signing.finishSignOut();
    expect([server.user, kept.getItem('sign-out')]).toEqual([null, null]);
  });

  it.each(['afterToken', 'afterSession'] as const)(
    'does not end the session of who signs in in the middle of it: %s',
    async (moment) => {
      await signOutLater('ann');
      server[moment] = () => void (server.user = 'bob');
      await signing.finishSignOut();
      expect([server.user, kept.getItem('sign-out')]).toEqual(['bob', null]);
    },
  );
});
