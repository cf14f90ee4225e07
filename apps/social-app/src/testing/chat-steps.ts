import type { ChatModel, ModelChat, ModelMessage } from './chat-model.js';
import { partnerIn } from './chat-model.js';
import type { Reply } from './test-app.js';

/** Something that a user wants to do; the numbers pick among what there is when its turn comes. */
export interface Intent {
  readonly kind: keyof typeof plans;
  readonly who: number;
  readonly chat: number;
  readonly message: number;
  readonly word: number;
  readonly replica: number;
}

/** Through one of the replicas. */
export type Call = (
  userId: string,
  method: 'post' | 'put' | 'patch' | 'delete',
  url: string,
  body?: object,
) => Promise<Reply>;

/** An intent in a certain state: its calls, what the reply must be, and what it makes of the model. */
export interface Step {
  /** Steps with a common key depend on each other's order and do not run at once. */
  readonly keys: readonly string[];
  run(call: Call): Promise<Reply>;
  /** The status that the model expects. */
  readonly status: number;
  apply(response: Reply): void;
}

interface Turn {
  readonly model: ChatModel;
  readonly chat: ModelChat;
  readonly me: string;
  readonly intent: Intent;
  /** Null in an empty chat. */
  readonly message: ModelMessage | null;
}

const emoji = ['👍', '❤️', '🎉', '😀', '🚀', '🐢'];

export function planStep(model: ChatModel, users: readonly string[], intent: Intent): Step {
  const me = users[intent.who % users.length] ?? '';
  const own = model.chats.filter(({ users: pair }) => pair.includes(me));
  const chat = own[intent.chat % own.length]!;
  const message = chat.messages[intent.message % (chat.messages.length || 1)] ?? null;
  return plans[intent.kind]({ model, chat, me, intent, message });
}

/** Sends commute: the reply has the number. A word sent again to the same person is a repeated send. */
function send({ chat, me, intent }: Turn): Step {
  const clientId = `${partnerIn(chat, me).slice(-8)}-${intent.word}`;
  const draft = { chatId: chat.id, text: `word${intent.word}`, clientId };
  const isRepeat = chat.messages.some((each) => each.senderId === me && each.clientId === clientId);
  return {
    keys: [`${me} ${clientId}`, ...(chat.messages.length === 0 ? [`${chat.id} 1`] : [])],
    run: (call) => call(me, 'post', '/api/message/send', draft),
    status: chat.friends || isRepeat ? 200 : 401,
    apply({ body }) {
      const { seq, id } = body as { seq: number; id: string };
      const [reactions, hiddenFor] = [new Set<string>(), new Set<string>()];
      const marks = { edited: false, deleted: false, forwarded: false };
      const fresh = { ...marks, reactions, hiddenFor, replyTo: null };
      if (isRepeat && !chat.messages.some((each) => each.id === id))
        throw new Error('a repeated send had another message in its reply');
      if (isRepeat) return;
      chat.messages.push({ seq, id, senderId: me, clientId, text: draft.text, ...fresh });
      chat.archivedBy.clear();
    },
  };
}

/** To a message of the chat, or to none at all in an empty one. */
function reply({ chat, me, intent, message }: Turn): Step {
  const draft = { chatId: chat.id, text: `reply${intent.word}` };
  const isSeen = message && !message.deleted && !message.hiddenFor.has(me);
  return {
    keys: [`${chat.id} ${message?.seq ?? 1}`],
    run: (call) => call(me, 'post', '/api/message/send', { ...draft, replyTo: message?.id ?? me }),
    status: !chat.friends ? 401 : isSeen ? 200 : 400,
    apply({ body }) {
      const { seq, id } = body as { seq: number; id: string };
      const [reactions, hiddenFor] = [new Set<string>(), new Set<string>()];
      const fresh = { edited: false, deleted: false, forwarded: false, reactions, hiddenFor };
      const own = { seq, id, senderId: me, clientId: null, replyTo: message?.seq ?? null };
      chat.messages.push({ ...own, text: draft.text, ...fresh });
      chat.archivedBy.clear();
    },
  };
}

/** A message of this chat, or none at all, to a chat of the same person, which may be this one. */
function forward({ model, chat, me, intent, message }: Turn): Step {
  const own = model.chats.filter(({ users }) => users.includes(me));
  const target = own[intent.word % own.length]!;
  const isSeen = message && !message.deleted && !message.hiddenFor.has(me);
  const body = { chatId: target.id, messageId: message?.id ?? me };
  const first = target.messages.length === 0 ? [`${target.id} 1`] : [];
  return {
    keys: [...new Set([`${chat.id} ${message?.seq ?? 1}`, ...first])],
    run: (call) => call(me, 'post', '/api/message/forward', body),
    status: !target.friends ? 401 : isSeen ? 200 : 400,
    apply(reply) {
      const { seq, id } = reply.body as { seq: number; id: string };
      const marks = { edited: false, deleted: false, forwarded: true, replyTo: null };
      const sets = { reactions: new Set<string>(), hiddenFor: new Set<string>() };
      const text = message?.text ?? '';
      target.messages.push({ seq, id, senderId: me, clientId: null, text, ...marks, ...sets });
      target.archivedBy.clear();
    },
  };
}

function onMessage(
  { chat, me, message }: Turn,
  url: string,
  body: object,
  statusFor: (message: ModelMessage) => number,
  change: (message: ModelMessage) => void,
): Step {
  const hidden = message?.hiddenFor.has(me) ?? true;
  const seq = message?.seq ?? 1;
  return {
    keys: [`${chat.id} ${seq}`],
    run: (call) => call(me, 'post', url, { chatId: chat.id, seq, ...body }),
    status: message && !hidden ? statusFor(message) : missing(chat),
    apply: () => message && change(message),
  };
}

/** A chat without a message is one while the two are friends. */
function missing({ friends, messages }: ModelChat): number {
  return friends || messages.length > 0 ? 404 : 401;
}

function edit(turn: Turn): Step {
  const { chat, me, intent } = turn;
  const text = `edited${intent.word}`;
  const step = onMessage(
    turn,
    '/api/message/edit',
    { text },
    ({ senderId, deleted, forwarded, text: before }) =>
      senderId !== me ? 403 : deleted || (forwarded && before !== text) ? 409 : 200,
    (message) => {
      if (message.text !== text) Object.assign(message, { text, edited: true });
    },
  );
  return chat.friends ? step : { ...step, status: 401 };
}

function remove(turn: Turn): Step {
  const statusFor = ({ senderId }: ModelMessage) => (senderId === turn.me ? 200 : 403);
  return onMessage(turn, '/api/message/delete', {}, statusFor, (message) => {
    Object.assign(message, { text: '', edited: false, deleted: true });
    message.reactions.clear();
    turn.chat.pins.delete(message.seq);
  });
}

function hide(turn: Turn): Step {
  const step = onMessage(
    turn,
    '/api/message/delete',
    { for: 'me' },
    () => 200,
    ({ hiddenFor }) => hiddenFor.add(turn.me),
  );
  return { ...step, status: turn.message ? 200 : missing(turn.chat) };
}

function react(turn: Turn): Step {
  const { chat, me, intent } = turn;
  const symbol = emoji[intent.word % emoji.length]!;
  const own = `${me} ${symbol}`;
  const isFull = ({ reactions }: ModelMessage) =>
    !reactions.has(own) && [...reactions].filter((each) => each.startsWith(me)).length >= 5;
  const step = onMessage(
    turn,
    '/api/message/react',
    { emoji: symbol },
    (message) => (message.deleted || isFull(message) ? 409 : 200),
    ({ reactions }) => reactions.add(own),
  );
  return chat.friends ? step : { ...step, status: 401 };
}

function unreact(turn: Turn): Step {
  const symbol = emoji[turn.intent.word % emoji.length]!;
  const take = ({ reactions }: ModelMessage) => void reactions.delete(`${turn.me} ${symbol}`);
  return onMessage(turn, '/api/message/unreact', { emoji: symbol }, () => 200, take);
}

function pin(turn: Turn): Step {
  const step = onMessage(
    turn,
    '/api/message/pin',
    {},
    ({ deleted }) => (deleted ? 409 : 200),
    ({ seq }) => turn.chat.pins.add(seq),
  );
  return turn.chat.friends ? step : { ...step, status: 401 };
}

function unpin(turn: Turn): Step {
  const take = ({ seq }: ModelMessage) => void turn.chat.pins.delete(seq);
  const step = onMessage(turn, '/api/message/unpin', {}, () => 200, take);
  return turn.chat.friends ? step : { ...step, status: 401 };
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
