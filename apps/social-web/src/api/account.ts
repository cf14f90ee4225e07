import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { checkedDataOf, dataOf, isTransient, socialApi } from './client.js';
import { expectUser } from './expected-user.js';
import { isSignOutDue, tryToFinishSignOut } from './sign-out.js';
import { keys, useInvalidatingMutation } from './query-cache.js';
import { shareHandle } from './shared-handle.js';

async function readSession() {
  // To whoever is at this device nobody is signed in, whatever the server has heard of that.
  if (!(await tryToFinishSignOut())) return signedOut();
  // Other JSON than the server's signs nobody out: everything that is kept would go.
  const session = await checkedDataOf(
    socialApi.GET('/api/auth/session'),
    (reply) => reply === null || typeof reply.user?.id === 'string',
  );
  const user = session?.user ?? null;
  if (user === null) return signedOut();
  expectUser(user.id);
  return user;
}

function signedOut(): null {
  expectUser(null);
  return null;
}

/** So often the server is told of a sign-out of which it has not heard. */
const signOutAgainMs = 5_000;

export type Me = NonNullable<Awaited<ReturnType<typeof readSession>>>;

/** The signed-in user; null when nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: keys.session,
  queryFn: readSession,
  // Without it there is nothing to show, and nobody else who would ask again.
  retry: (_failures, error) => isTransient(error),
  refetchInterval: () => (isSignOutDue() ? signOutAgainMs : false),
  refetchIntervalInBackground: true,
  retryDelay: (failures) => Math.min(15_000, 1_000 * 2 ** failures),
});

/** Only below App's check, where somebody is signed in. */
export function useMe() {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error('nobody is signed in');
  return data;
}

const readSettings = () => dataOf(socialApi.GET('/api/settings'));

/** What friends may see of the signed-in user. Kept by the server, so that it holds on every device. */
export const settingsQuery = queryOptions({ queryKey: keys.settings, queryFn: readSettings });

export type Settings = Awaited<ReturnType<typeof readSettings>>;

export function useSettingsChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Partial<Settings>) =>
      dataOf(socialApi.PATCH('/api/settings', { body: change })),
    // Of others that are changed at the same time, the reply may say what was.
    onSuccess: (settings, change) =>
      client.setQueryData(settingsQuery.queryKey, (known = settings) => ({ ...known, ...change })),
  });
}

/** Linked accounts and sessions on all devices. */
export const accountQuery = queryOptions({
  queryKey: keys.account,
  queryFn: () => dataOf(socialApi.GET('/api/account')),
  // The event stream does not report a sign-in on another device.
  staleTime: 0,
});

/** The session shows the handle, and the account when it can be changed. */
function useHandleMutation<Input>(mutationFn: (input: Input) => Promise<string | null>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess(handle) {
      const me = client.setQueryData(
        sessionQuery.queryKey,
        (known) => known && { ...known, handle },
      );
      if (me) shareHandle(me.id, handle);
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.account }),
  });
}

export function useHandleChoice() {
  return useHandleMutation(async (handle: string) => {
    const chosen = await dataOf(socialApi.PUT('/api/account/handle', { body: { handle } }));
    return chosen.handle;
  });
}

export function useHandleRemoval() {
  return useHandleMutation(async () => {
    await socialApi.DELETE('/api/account/handle');
    return null;
  });
}

export function useUnlink() {
  return useInvalidatingMutation(keys.account, (id: string) =>
    socialApi.DELETE('/api/account/accounts/{id}', { params: { path: { id } } }),
  );
}

/** Ends the session with this id; null: all but the own one. */
export function useSessionEnd() {
  return useInvalidatingMutation(keys.account, (id: string | null) =>
    id === null
      ? socialApi.DELETE('/api/account/sessions')
      : socialApi.DELETE('/api/account/sessions/{id}', { params: { path: { id } } }),
  );
}
