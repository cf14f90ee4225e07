// The outbox. Guarantees: a message is in localStorage before its first request and until the server has it, so a closed
// page loses nothing; its `clientId` makes a repeated request harmless; messages of a chat are sent in order (ADR 0019).
//   sending → stored by the server: removed · transient error: sent again, at most five times · else failed
//   waiting (offline) → sending once the connection is back
//   failed → sending, when somebody asks or the stream reconnects after a transient error · discarded by hand
import {
  onlineManager,
  useMutationState,
  type Mutation,
  type QueryClient,
} from '@tanstack/react-query';
import { ApiError, dataOf, isTransient, socialApi } from '../api/client.js';
import {
  readOutgoing,
  removeOutgoing,
  storeOutgoing,
  type OutgoingMessage,
} from '../api/device-storage.js';
import type { LocalStore } from './local-store.js';

const sendKey = (chatId: string) => ['send', chatId];
const maxRetries = 5;

type SendMutation = Mutation<unknown, Error, OutgoingMessage>;

/** A message that the server has not confirmed. */
export interface PendingMessage {
  readonly message: OutgoingMessage;
  readonly state: 'sending' | 'waiting' | 'failed';
}

export function sendMessage(
  client: QueryClient,
  store: LocalStore,
  message: OutgoingMessage,
): void {
  storeOutgoing(store.me, message);
  const mutation = client.getMutationCache().build(client, {
    mutationKey: sendKey(message.chatId),
    scope: { id: message.chatId },
    gcTime: Infinity,
    mutationFn: async ({ chatId, text, clientId }: OutgoingMessage) => {
      const { stamp } = store;
      const body = { chatId, text, clientId };
      store.putNew(await dataOf(socialApi.POST('/api/message/send', { body })), stamp);
    },
    retry: (failures, error) => failures < maxRetries && isTransient(error),
    retryDelay: (failures, error) =>
      (error instanceof ApiError && error.retryAfterMs) || Math.min(10_000, 500 * 2 ** failures),
    onSuccess: () => discard(client, store, message),
  });
  // A failure is shown beside the message.
  mutation.execute(message).catch(() => {});
}

/** Sends what a closed or crashed page has left behind. */
export function resumeOutbox(client: QueryClient, store: LocalStore): void {
  for (const message of readOutgoing(store.me)) {
    if (!findMutation(client, message)) sendMessage(client, store, message);
  }
}

export function sendAgain(client: QueryClient, store: LocalStore, message: OutgoingMessage): void {
  removeMutation(client, message);
  sendMessage(client, store, message);
}

/** Sends again what failed for want of a connection. */
export function sendFailedAgain(client: QueryClient, store: LocalStore): void {
  for (const mutation of client.getMutationCache().findAll({ mutationKey: ['send'] })) {
    const { status, error, variables } = (mutation as SendMutation).state;
    if (status === 'error' && isTransient(error)) sendAgain(client, store, variables!);
  }
}

export function discard(client: QueryClient, store: LocalStore, message: OutgoingMessage): void {
  removeOutgoing(store.me, message);
  removeMutation(client, message);
}

export function usePendingMessages(chatId: string): PendingMessage[] {
  return useMutationState({
    filters: { mutationKey: sendKey(chatId), predicate: ({ state }) => state.status !== 'success' },
    select: (mutation) => {
      const { state } = mutation as SendMutation;
      return { message: state.variables!, state: pendingState(state) };
    },
  });
}

function pendingState({ status, isPaused }: SendMutation['state']): PendingMessage['state'] {
  if (status === 'error') return 'failed';
  // A mutation that waits for the one before it is paused too.
  return isPaused && !onlineManager.isOnline() ? 'waiting' : 'sending';
}

function findMutation(client: QueryClient, { chatId, clientId }: OutgoingMessage) {
  return client.getMutationCache().find({
    mutationKey: sendKey(chatId),
    predicate: (mutation) => (mutation as SendMutation).state.variables?.clientId === clientId,
  });
}

function removeMutation(client: QueryClient, message: OutgoingMessage): void {
  const known = findMutation(client, message);
  if (known) client.getMutationCache().remove(known);
}
