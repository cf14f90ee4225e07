import type { QueryClient } from '@tanstack/react-query';
import { settingsQuery } from '../api/account.js';
import { putReadMark } from '../api/chats.js';
import { putMessage, removeMessage } from '../api/messages.js';
import {
  clearTyping,
  presenceQuery,
  setOnline,
  setPresenceUnknown,
  setTyping,
} from '../api/presence.js';
import { keys } from '../api/query-cache.js';
import type { LiveEvent } from './events.js';
import { announce, showNotification } from './notifications.js';

/** Brings an event into the query cache. Applying one twice changes nothing more. */
export function applyEvent(client: QueryClient, me: string, event: LiveEvent): void {
  switch (event.type) {
    case 'ready':
    case 'reset':
      // What was fetched before may have missed events; from here on none is missed.
      void client.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== keys.session[0],
      });
      return;
    case 'message':
    case 'message_edited':
    case 'message_deleted':
    case 'reaction': {
      const { message } = event.data;
      if (!message) return;
      putMessage(client, me, message);
      if (event.type !== 'message' || message.senderId === me) return;
      clearTyping(client, message.chatId);
      showNotification(client, me, message);
      announce(client, message);
      return;
    }
    case 'message_hidden':
      return removeMessage(client, event.data.chatId, event.data.seq);
    case 'read':
      return putReadMark(client, me, event.data);
    case 'settings':
      return void client.setQueryData(settingsQuery.queryKey, event.data.settings);
    case 'presence_list':
      return void client.setQueryData(presenceQuery.queryKey, event.data);
    case 'presence_unknown':
      return setPresenceUnknown(client, event.data.unknown);
    case 'presence':
      return setOnline(client, event.data.userId, event.data.online);
    case 'typing':
      return setTyping(client, me, event.data);
    default:
      // Friendships change rarely and their lists are short. They also decide who may write in a chat.
      for (const queryKey of [keys.friends, keys.chats, keys.presence])
        void client.invalidateQueries({ queryKey });
  }
}
