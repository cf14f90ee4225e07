import { partnerIn, type ModelChat, type ModelMessage } from './chat-model.js';
import type { Step, Turn } from './chat-step.js';
import type { Reply } from './test-app.js';

type Added = Pick<ModelMessage, 'senderId' | 'text'> &
  Partial<Pick<ModelMessage, 'clientId' | 'replyTo' | 'forwarded'>>;

/** A stored message, under the number of the reply. It takes the chat out of both archives. */
function add(chat: ModelChat, { body }: Reply, message: Added): void {
  const { seq, id } = body as { seq: number; id: string };
  const [reactions, hiddenFor] = [new Set<string>(), new Set<string>()];
  const unchanged = { edited: false, deleted: false, reactions, hiddenFor };
  const plain = { clientId: null, replyTo: null, forwarded: false };
  chat.messages.push({ seq, id, ...plain, ...unchanged, ...message });
  chat.archivedBy.clear();
}

const sees = (me: string, message: ModelMessage | null) =>
  message !== null && !message.deleted && !message.hiddenFor.has(me);

/** Sends commute: the reply has the number. A word sent again to the same person is a repeated send. */
export function send({ chat, me, intent }: Turn): Step {
  const clientId = `${partnerIn(chat, me).slice(-8)}-${intent.word}`;
  const text = `word${intent.word}`;
  const isRepeat = chat.messages.some((each) => each.senderId === me && each.clientId === clientId);
  return {
    keys: [`${me} ${clientId}`, ...(chat.messages.length === 0 ? [`${chat.id} 1`] : [])],
    run: (call) => call(me, 'post', '/api/message/send', { chatId: chat.id, text, clientId }),
    status: chat.friends || isRepeat ? 200 : 401,
    apply(response) {
      const { id } = response.body as { id: string };
      if (isRepeat && !chat.messages.some((each) => each.id === id))
        throw new Error('a repeated send had another message in its reply');
      if (!isRepeat) add(chat, response, { senderId: me, clientId, text });
    },
  };
}

/** To a message of the chat, or to none at all in an empty one. */
export function reply({ chat, me, intent, message }: Turn): Step {
  const text = `reply${intent.word}`;
  const body = { chatId: chat.id, text, replyTo: message?.id ?? me };
  return {
    keys: [`${chat.id} ${message?.seq ?? 1}`],
    run: (call) => call(me, 'post', '/api/message/send', body),
    status: !chat.friends ? 401 : sees(me, message) ? 200 : 400,
    apply(response) {
      add(chat, response, { senderId: me, text, replyTo: message?.seq ?? null });
    },
  };
}

/** A message of this chat, or none at all, to a chat of the same person, which may be this one. */
export function forward({ model, chat, me, intent, message }: Turn): Step {
  const own = model.chats.filter(({ users }) => users.includes(me));
  const target = own[intent.word % own.length]!;
  const body = { chatId: target.id, messageId: message?.id ?? me };
  const first = target.messages.length === 0 ? [`${target.id} 1`] : [];
  return {
    keys: [...new Set([`${chat.id} ${message?.seq ?? 1}`, ...first])],
    run: (call) => call(me, 'post', '/api/message/forward', body),
    status: !target.friends ? 401 : sees(me, message) ? 200 : 400,
    apply(response) {
      add(target, response, { senderId: me, text: message?.text ?? '', forwarded: true });
    },
  };
}
