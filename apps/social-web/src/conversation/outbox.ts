import {
  onlineManager,
  useMutationState,
  type Mutation,
  type QueryClient,
} from '@tanstack/react-query';
import { ApiError, isPassing } from '../api/api-error.js';
import { dataOf, socialApi } from '../api/social-api.js';
import { putMessage } from '../live/apply-chat-event.js';
import { dropOutgoing, keepOutgoing, readOutbox, type Outgoing } from './outbox-storage.js';

const sendKey = (chatId: string) => ['send', chatId];
const mostTries = 5;

type Sending = Mutation<unknown, Error, Outgoing>;

/** How a message on its way stands. */
export interface Departure {
  readonly message: Outgoing;
  readonly state: 'sending' | 'waiting' | 'failed';
}

/**
 * Sends, in the order written, and again after what may pass. It is on disk before it is on the wire: closing the page
 * loses nothing.
 */
export function sendMessage(client: QueryClient, me: string, message: Outgoing): void {
  keepOutgoing(me, message);
  const sending = client.getMutationCache().build(client, {
    mutationKey: sendKey(message.chatId),
    scope: { id: message.chatId },
    gcTime: Infinity,
    mutationFn: ({ chatId, text, clientId }: Outgoing) =>
      dataOf(socialApi.POST('/api/message/send', { body: { chatId, text, clientId } })),
    retry: (failures, error) => failures < mostTries && isPassing(error),
    retryDelay: (failures, error) =>
      (error instanceof ApiError && error.retryAfterMs) || Math.min(10_000, 500 * 2 ** failures),
    onSuccess(stored) {
      dropOutgoing(me, message.clientId);
      putMessage(client, me, stored, true);
      forget(client, message);
    },
  });
  // A failure is shown beside the message.
  sending.execute(message).catch(() => {});
}

/** What a closed or crashed page has left behind. */
export function resumeOutbox(client: QueryClient, me: string): void {
  for (const message of readOutbox(me)) {
    if (!find(client, message)) sendMessage(client, me, message);
  }
}

export function sendAgain(client: QueryClient, me: string, message: Outgoing): void {
  forget(client, message);
  sendMessage(client, me, message);
}

/** After the connection has come back: what failed for want of it. */
export function sendFailedAgain(client: QueryClient, me: string): void {
  for (const mutation of client.getMutationCache().findAll({ mutationKey: ['send'] })) {
    const { status, error, variables } = (mutation as Sending).state;
    if (status === 'error' && isPassing(error)) sendAgain(client, me, variables!);
  }
}

export function discard(client: QueryClient, me: string, message: Outgoing): void {
  dropOutgoing(me, message.clientId);
  forget(client, message);
}

export function useDepartures(chatId: string): Departure[] {
  return useMutationState({
    filters: { mutationKey: sendKey(chatId), predicate: ({ state }) => state.status !== 'success' },
    select: (mutation) => {
      const { state } = mutation as Sending;
      return { message: state.variables!, state: departureState(state) };
    },
  });
}

function departureState({ status, isPaused }: Sending['state']): Departure['state'] {
  if (status === 'error') return 'failed';
  // Paused is also who waits for the one before.
  return isPaused && !onlineManager.isOnline() ? 'waiting' : 'sending';
}

function find(client: QueryClient, { chatId, clientId }: Outgoing) {
  return client.getMutationCache().find({
    mutationKey: sendKey(chatId),
    predicate: (mutation) => (mutation as Sending).state.variables?.clientId === clientId,
  });
}

function forget(client: QueryClient, message: Outgoing): void {
  const known = find(client, message);
  if (known) client.getMutationCache().remove(known);
}
