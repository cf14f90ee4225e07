import type { ModelMessage } from './chat-model.js';
import { missing, type Step, type Turn } from './chat-step.js';

const emoji = ['👍', '❤️', '🎉', '😀', '🚀', '🐢'];

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

export function edit(turn: Turn): Step {
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

export function remove(turn: Turn): Step {
  const statusFor = ({ senderId }: ModelMessage) => (senderId === turn.me ? 200 : 403);
  return onMessage(turn, '/api/message/delete', {}, statusFor, (message) => {
    Object.assign(message, { text: '', edited: false, deleted: true });
    message.reactions.clear();
    turn.chat.pins.delete(message.seq);
  });
}

export function hide(turn: Turn): Step {
  const step = onMessage(
    turn,
    '/api/message/delete',
    { for: 'me' },
    () => 200,
    ({ hiddenFor }) => hiddenFor.add(turn.me),
  );
  return { ...step, status: turn.message ? 200 : missing(turn.chat) };
}

export function react(turn: Turn): Step {
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

export function unreact(turn: Turn): Step {
  const symbol = emoji[turn.intent.word % emoji.length]!;
  const take = ({ reactions }: ModelMessage) => void reactions.delete(`${turn.me} ${symbol}`);
  return onMessage(turn, '/api/message/unreact', { emoji: symbol }, () => 200, take);
}

export function pin(turn: Turn): Step {
  const step = onMessage(
    turn,
    '/api/message/pin',
    {},
    ({ deleted }) => (deleted ? 409 : 200),
    ({ seq }) => turn.chat.pins.add(seq),
  );
  return turn.chat.friends ? step : { ...step, status: 401 };
}

export function unpin(turn: Turn): Step {
  const take = ({ seq }: ModelMessage) => void turn.chat.pins.delete(seq);
  const step = onMessage(turn, '/api/message/unpin', {}, () => 200, take);
  return turn.chat.friends ? step : { ...step, status: 401 };
}
