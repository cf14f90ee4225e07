import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, dataOf, socialApi } from './client.js';
import { readFriends } from './friends.js';
import { keys, useInvalidatingMutation } from './query-cache.js';

/** The own links that can be used. What they hold is known only when they are made. */
export const invitationsQuery = queryOptions({
  queryKey: keys.invitations,
  queryFn: async () => (await dataOf(socialApi.GET('/api/invitations'))).invitations,
  // The event stream does not report that one was used.
  staleTime: 0,
});

export interface NewInvitation {
  readonly maxUses: number;
  readonly days: number;
}

export function useNewInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewInvitation) => dataOf(socialApi.POST('/api/invitations', { body })),
    onSettled: () => client.invalidateQueries({ queryKey: keys.invitations }),
  });
}

export function useRevocation() {
  return useInvalidatingMutation(keys.invitations, (id: string) =>
    socialApi.DELETE('/api/invitations/{id}', { params: { path: { id } } }),
  );
}

/** Who invites by a link; nothing is used by asking. */
export const inviterQuery = (token: string) =>
  queryOptions({
    queryKey: keys.inviter(token),
    queryFn: async () =>
      (await dataOf(socialApi.POST('/api/invitations/open', { body: { token } }))).person,
  });

export function useAcceptance() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: acceptInvitation,
    onSettled: () => client.invalidateQueries({ queryKey: keys.friends }),
  });
}

interface Inviter {
  readonly token: string;
  readonly id: string;
}

/** Asked again because the reply was lost, the link is used up, or of friends; and its maker is a friend by now. */
async function acceptInvitation({ token, id }: Inviter): Promise<{ readonly chatId: string }> {
  try {
    return await dataOf(socialApi.POST('/api/invitations/accept', { body: { token } }));
  } catch (error) {
    const refusals = ['invitation_not_found', 'already_related'];
    if (!(error instanceof ApiError) || !refusals.includes(error.code)) throw error;
    const friend = (await readFriends()).friends.find((person) => person.id === id);
    if (!friend) throw error;
    return friend;
  }
}

/** Asked again because the reply was lost, the link is unknown, and its maker is among those who are blocked. */
export async function blockInviter({ token, id }: Inviter): Promise<void> {
  try {
    await socialApi.POST('/api/invitations/block', { body: { token } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invitation_not_found') throw error;
    if (!(await readFriends()).blocked.some((person) => person.id === id)) throw error;
  }
}
