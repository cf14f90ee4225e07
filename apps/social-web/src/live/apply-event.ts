import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../api/query-keys.js';
import { friendsQuery, presenceQuery } from '../friends/friends.js';
import { settingsQuery, type Settings } from '../settings/settings.js';
import { applyChatEvent, isChatEvent } from './apply-chat-event.js';
import type { LiveEvent } from './event-types.js';
import { noteTyping, type Typing } from './typing.js';

/** What an event changes in what this tab knows. Applying one twice changes nothing more. */
export function applyEvent(client: QueryClient, me: string, event: LiveEvent): void {
  const { type, data } = event;
  if (isChatEvent(event)) return applyChatEvent(client, me, event);
  switch (type) {
    case 'ready':
    case 'reset':
      // From here on nothing is missed; what was fetched before may have missed something.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
      return;
    case 'settings':
      return void client.setQueryData(
        settingsQuery.queryKey,
        (data as { settings: Settings }).settings,
      );
    case 'presence_list':
      return void client.setQueryData(
        presenceQuery.queryKey,
        (data as { online: string[] }).online,
      );
    case 'presence':
      return applyPresence(client, data as { userId: string; online: boolean });
    case 'typing':
      return noteTyping(client, me, data as Typing);
    default:
      return applyFriendEvent(client);
  }
}

function applyPresence(
  client: QueryClient,
  { userId, online }: { userId: string; online: boolean },
) {
  client.setQueryData(presenceQuery.queryKey, (known = []) => {
    const others = known.filter((id) => id !== userId);
    return online ? [...others, userId] : others;
  });
}

/** Rare, and the lists are short: fetched anew. A friendship also decides who may write in a chat. */
function applyFriendEvent(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: friendsQuery.queryKey });
  void client.invalidateQueries({ queryKey: keys.chats });
  void client.invalidateQueries({ queryKey: keys.presence });
}
