import { jest } from '@jest/globals';
import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { ApiError } from './client.js';
import { createQueryClient, keys, refetchChanged } from './query-cache.js';

beforeEach(() => {
  jest.useFakeTimers();
  Object.defineProperty(globalThis, 'navigator', { value: { onLine: true }, configurable: true });
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'navigator');
});

/** What is shown under a key, while the server fails as often as `failures` says. */
function showFriends() {
  const server = { value: 'a friend', failures: 0, error: new ApiError(503, 'unknown', 'away') };
  const client = createQueryClient();
  const queryFn = async () => {
    if (server.failures-- > 0) throw server.error;
    return server.value;
  };
  const observer = new QueryObserver(client, { queryKey: keys.friends, queryFn });
  const stop = observer.subscribe(() => {});
  const shown = () => client.getQueryData(keys.friends);
  return { server, client, shown, stop };
}

describe('what is shown, and has changed at a server that fails for a while', () => {
  it('is asked for until it has been read', async () => {
    const { server, client, shown, stop } = showFriends();
    await jest.advanceTimersByTimeAsync(0);
    expect(shown()).toBe('a friend');
    Object.assign(server, { value: 'nobody', failures: 10 });
    void client.invalidateQueries({ queryKey: keys.friends });
    await jest.advanceTimersByTimeAsync(60_000);
    expect(shown()).toBe('nobody');
    stop();
    client.clear();
  });

  it('is not asked for again once it is refused', async () => {
    const { server, client, shown, stop } = showFriends();
    await jest.advanceTimersByTimeAsync(0);
    const error = new ApiError(404, 'not_found', 'refused');
    Object.assign(server, { value: 'nobody', failures: 1, error });
    void client.invalidateQueries({ queryKey: keys.friends });
    await jest.advanceTimersByTimeAsync(60_000);
    expect(shown()).toBe('a friend');
    stop();
    client.clear();
  });
});

describe('what changes while it is fetched for the first time', () => {
  it('is fetched again, since the first reply may have been read before', async () => {
    const client = createQueryClient();
    let value = 'a friend';
    const queryFn = async () => {
      const read = value;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return read;
    };
    const observer = new QueryObserver(client, { queryKey: keys.friends, queryFn });
    const stop = observer.subscribe(() => {});
    await jest.advanceTimersByTimeAsync(500);
    value = 'nobody';
    refetchChanged(client, { queryKey: keys.friends });
    await jest.advanceTimersByTimeAsync(5_000);
    expect(client.getQueryData(keys.friends)).toBe('nobody');
    stop();
    client.clear();
  });
});

describe('a refusal because somebody else, or nobody, is signed in', () => {
  /** Ann's tab, while the server says something else of who is signed in; what is refused is asked for once, and never again. */
  async function refuse(reply: () => unknown, refused: readonly string[] = keys.friends) {
    const client = createQueryClient();
    let asked = 0;
    client.setQueryData(keys.session, 'ann');
    const queryFn = async () => {
      asked++;
      return reply();
    };
    const session = new QueryObserver(client, { queryKey: keys.session, queryFn, retry: false });
    const stop = session.subscribe(() => {});
    if (refused === keys.session) void client.invalidateQueries({ queryKey: refused });
    else
      await client.prefetchQuery({
        queryKey: refused,
        queryFn: unauthenticated,
        networkMode: 'always',
      });
    await jest.advanceTimersByTimeAsync(60_000);
    stop();
    const shown = client.getQueryData(keys.session);
    client.clear();
    return { asked, shown };
  }
  const unauthenticated = (): never => {
    throw new ApiError(401, 'unauthenticated', 'in the session of somebody else');
  };

  it.each(['bob', null])('lets the server say who is: %j', async (next) => {
    expect(await refuse(() => next)).toEqual({ asked: 1, shown: next });
  });

  it('is asked about once a network is there', async () => {
    onlineManager.setOnline(false);
    expect(await refuse(() => 'bob')).toEqual({ asked: 0, shown: 'ann' });
    onlineManager.setOnline(true);
  });

  it('of the question itself is not asked about again and again', async () => {
    expect(await refuse(unauthenticated)).toEqual({ asked: 1, shown: 'ann' });
    expect(await refuse(unauthenticated, keys.session)).toEqual({ asked: 1, shown: 'ann' });
  });
});
