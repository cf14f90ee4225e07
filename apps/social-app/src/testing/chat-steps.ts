import { partnerIn, type ChatModel } from './chat-model.js';
import type { Choice, Step, Turn } from './chat-step.js';
import { edit, hide, pin, react, remove, unpin, unreact } from './message-steps.js';
import { forward, reply, send } from './send-steps.js';

/** Something that a user wants to do. */
export interface Intent extends Choice {
  readonly kind: keyof typeof plans;
}

export function planStep(model: ChatModel, users: readonly string[], intent: Intent): Step {
  const me = users[intent.who % users.length] ?? '';
  const own = model.chats.filter(({ users: pair }) => pair.includes(me));
  const chat = own[intent.chat % own.length]!;
  const message = chat.messages[intent.message % (chat.messages.length || 1)] ?? null;
  return plans[intent.kind]({ model, chat, me, intent, message });
}

function read({ model, chat, me, intent }: Turn): Step {
  // Never beyond the last message of now: others may be sending.
  const seq = (intent.message % (chat.messages.length || 1)) + 1;
  return {
    keys: [me, ...(chat.messages.length === 0 ? [`${chat.id} 1`] : [])],
    run: (call) => call(me, 'post', '/api/message/read', { chatId: chat.id, seq }),
    status: chat.friends || chat.messages.length > 0 ? 200 : 401,
    apply() {
      chat.unreadBy.delete(me);
      if (chat.messages.length === 0 || seq <= (chat.read.get(me) ?? 0)) return;
      chat.read.set(me, seq);
      if (chat.friends && !model.private.has(me)) chat.shown.set(me, seq);
    },
  };
}

/** In the own list, set or taken back. A message ends the one, reading the other. */
const mark =
  (verb: 'archive' | 'unread') =>
  ({ chat, me, intent }: Turn): Step => {
    const marked = verb === 'archive' ? chat.archivedBy : chat.unreadBy;
    const isSet = intent.word % 3 > 0;
    return {
      keys: ['alone'],
      run: (call) => call(me, isSet ? 'put' : 'delete', `/api/chats/${chat.id}/${verb}`),
      status: chat.friends || chat.messages.length > 0 ? 200 : 401,
      apply() {
        if (chat.messages.every(({ hiddenFor }) => hiddenFor.has(me))) return;
        if (isSet) marked.add(me);
        else marked.delete(me);
      },
    };
  };

function settings({ model, me, intent }: Turn): Step {
  const readReceipts = intent.word % 2 === 0;
  return {
    keys: [me],
    run: (call) => call(me, 'patch', '/api/settings', { readReceipts }),
    status: 200,
    apply: () => void (readReceipts ? model.private.delete(me) : model.private.add(me)),
  };
}

/** Ends a friendship, or makes it anew. It changes what every other step in the chat may do. */
function friendship({ model, chat, me, intent }: Turn): Step {
  const other = partnerIn(chat, me);
  const ending = chat.friends;
  return {
    keys: ['alone'],
    status: 200,
    async run(call) {
      if (ending && intent.word % 2) return call(me, 'delete', `/api/friends/${other}`);
      if (ending) {
        await call(me, 'post', '/api/friends/block', { id: other });
        return call(me, 'post', '/api/friends/unblock', { id: other });
      }
      await call(me, 'post', '/api/friends/add', { email: model.emailOf(other) });
      return call(other, 'post', '/api/friends/accept', { id: me });
    },
    apply: () => void (chat.friends = !ending),
  };
}

export const plans = {
  send,
  reply,
  forward,
  edit,
  remove,
  hide,
  react,
  unreact,
  pin,
  unpin,
  read,
  archive: mark('archive'),
  markUnread: mark('unread'),
  settings,
  friendship,
} satisfies Record<string, (turn: Turn) => Step>;
