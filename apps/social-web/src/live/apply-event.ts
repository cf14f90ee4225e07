import type { QueryClient } from '@tanstack/react-query';
import { settingsQuery } from '../api/account.js';
import { expiryQuery } from '../api/expiry.js';
import type { Mute } from '../api/mutes.js';
import {
  clearTyping,
  presenceQuery,
  setOnline,
  setPresenceUnknown,
  setTyping,
} from '../api/presence.js';
import { keys, refetchChanged } from '../api/query-cache.js';
import type { LateDrafts } from '../store/use-drafts.js';
import type { LocalStore } from '../store/local-store.js';
import type { ChangedMessage, LiveEvent } from './events.js';
import { announce, showNotification, soundFor } from './notifications.js';

/** What the local store fetches by itself, and the session. */
const kept: readonly unknown[] = [keys.session[0], keys.chats[0], 'history'];

/** Brings an event into the local store or the query cache. Applying one twice changes nothing more. */
export function applyEvent(
  client: QueryClient,
  { store, drafts }: { readonly store: LocalStore; readonly drafts: LateDrafts },
  event: LiveEvent,
): void {
  const { me } = store;
  if (event.type === 'ready' || event.type === 'reset') {
    // What was fetched before may have missed events; from here on none is missed.
    store.restart(event.id);
    drafts.run((all) => all.suspect());
    void client.invalidateQueries({ predicate: ({ queryKey }) => !kept.includes(queryKey[0]) });
    return;
  }
  if (event.id) store.passEvent(event.id);
  switch (event.type) {
    case 'message':
    case 'message_edited':
    case 'message_deleted':
    case 'reaction':
      putSentDraft(drafts, me, event);
      return putMessage(client, store, event);
    case 'message_pinned':
      return putPinned(store, event.data);
    case 'message_unpinned':
      return store.putPin(event.data.chatId, event.data.seq, false);
    case 'message_hidden':
      return store.hide(event.data.chatId, event.data.seq);
    case 'read':
      return store.putReadMark(event.data);
    case 'mute':
      return putMute(store, event.data);
    case 'expiry':
      return putExpiry(client, store, event.data);
    case 'archive':
      return store.putFlags(event.data.chatId, { archived: event.data.archived });
    case 'unread':
      return store.putFlags(event.data.chatId, { markedUnread: event.data.markedUnread });
    case 'draft':
      return putDraft(drafts, event);
    case 'settings':
      return void client.setQueryData(settingsQuery.queryKey, event.data.settings);
    case 'presence_list':
      return void client.setQueryData(presenceQuery.queryKey, event.data);
    case 'presence_unknown':
      return setPresenceUnknown(client, event.data.unknown);
    case 'presence':
      return setOnline(client, event.data.userId, event.data.online);
    case 'person_changed':
      return askAnew(client, me, event.data.userId);
    case 'typing':
      return setTyping(client, me, event.data);
    default:
      // The server has forgotten what was to be sent to them.
      if (event.type === 'removed_friend' || event.type === 'blocked')
        drafts.run((all) => all.closed([me, event.data.userId].sort().join('--'), numberOf(event)));
      // Friendships change rarely and their lists are short. They also decide who may write in a chat.
      store.suspectList();
      for (const queryKey of [keys.friends, keys.presence]) refetchChanged(client, { queryKey });
  }
}

/** Who has another name or handle now: a friend, or whoever is signed in here, on another device. */
function askAnew(client: QueryClient, me: string, userId: string): void {
  const changed = userId === me ? [keys.session, keys.account] : [keys.friends];
  for (const queryKey of changed) refetchChanged(client, { queryKey });
}

/** Of a chat without a message the list says nothing. */
function putExpiry(
  client: QueryClient,
  store: LocalStore,
  { chatId, expirySeconds }: Extract<LiveEvent, { type: 'expiry' }>['data'],
): void {
  store.putExpiry(chatId, expirySeconds);
  client.setQueryData(expiryQuery(chatId).queryKey, expirySeconds);
}

/** Replicas of the release before name no chat. */
function putMute(store: LocalStore, { chatId, mutedUntil }: Mute): void {
  if (chatId === undefined) return store.suspectList();
  store.putMute(chatId, mutedUntil);
}

/** A replica of the release before leaves no event of the draft that has become a message. */
function putSentDraft(drafts: LateDrafts, me: string, event: MessageEvent): void {
  const { message, chatId } = event.data;
  const clientId = event.type === 'message' && message?.senderId === me && message.clientId;
  if (clientId) drafts.run((all) => all.sent(chatId, clientId, numberOf(event)));
}

const numberOf = ({ id }: LiveEvent) => Number.parseInt(id, 10);

function putDraft(drafts: LateDrafts, event: Extract<LiveEvent, { type: 'draft' }>): void {
  const { chatId, draft } = event.data;
  drafts.run((all) =>
    chatId === undefined ? all.suspect() : all.put(chatId, draft ?? null, numberOf(event)),
  );
}

function putPinned(store: LocalStore, { message, chatId, seq }: ChangedMessage): void {
  if (!message) return store.hide(chatId, seq);
  // It may be far up in the history.
  store.putChanged(message);
  store.putPin(chatId, seq, true);
}

type MessageEvent = Extract<
  LiveEvent,
  { type: 'message' | 'message_edited' | 'message_deleted' | 'reaction' }
>;

function putMessage(client: QueryClient, store: LocalStore, event: MessageEvent): void {
  const { message, chatId, seq } = event.data;
  if (event.type === 'message' && event.data.archived !== undefined)
    store.putFlags(chatId, { archived: event.data.archived });
  if (!message) return store.hide(chatId, seq);
  if (event.type !== 'message') return store.putChanged(message);
  store.putNew(message);
  if (message.senderId === store.me) return;
  clearTyping(client, message.chatId);
  showNotification(client, store, message);
  announce(client, store, message);
  soundFor(store, message);
}
