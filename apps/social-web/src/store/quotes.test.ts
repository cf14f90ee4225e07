import type { SocialApi } from '../api/client.js';
import type { Message } from '../api/chats.js';
import { memoryStorage } from '../api/device-storage.js';
import { deliver } from './deliver.js';
import { fromKept, toKept } from './kept-messages.js';
import { LocalStore } from './local-store.js';
import { dropMessage, noMessages, putMessage, suspectAll, type ChatMessages } from './messages.js';
import { withChanges, type Change, type QueuedChange } from './queue-model.js';
import { Queue } from './queue.js';
import { isQuoteGone, quotedText, quoteOf, quoteOfTarget, withCurrentQuote } from './quotes.js';

const written = (seq: number, extra: Partial<Message> = {}): Message => ({
  ...{ id: `id-${seq}`, chatId: 'a--b', senderId: 'b', text: `text ${seq}`, seq, reactions: [] },
  ...{ createdAt: '2026-11-20T12:00:00Z', editedAt: null, deletedAt: null },
  ...extra,
});
const original = written(1);
const reply = written(2, { senderId: 'a', replyTo: quoteOf(original) });
const edited = written(1, { text: 'changed', editedAt: '2026-11-20T13:00:00Z' });
const deleted = written(1, { text: '', deletedAt: '2026-11-20T13:00:00Z' });

const put = (chat: ChatMessages, one: Message, stamp: number) =>
  putMessage(chat, one, stamp, { isNew: true });
const quoteIn = (chat: ChatMessages) => withCurrentQuote(chat, chat.held.get(2)!).message.replyTo;

describe('a quoted text', () => {
  it('has 200 characters at most, of which none is cut in two', () => {
    expect(quotedText('😀'.repeat(200))).toBe('😀'.repeat(200));
    expect(quotedText('😀'.repeat(201))).toBe(`${'😀'.repeat(199)}…`);
    expect(quotedText('x'.repeat(2_000))).toHaveLength(200);
  });

  it.each([
    ['a family', '👩\u200d👩\u200d👧'],
    ['a flag', '🇳🇱'],
    ['a letter with marks', 'e\u0301\u0323'],
    ['a colour of skin', '👍🏽'],
  ])('leaves out %s that does not fit whole', (_name, one) => {
    const [room, size] = ['x'.repeat(200), Array.from(one).length];
    expect(quotedText(room.slice(size) + one)).toBe(room.slice(size) + one);
    expect(quotedText(`${room.slice(size)}${one}x`)).toBe(`${room.slice(size)}…`);
    expect(quotedText(`${room.slice(size + 1)}${one}xx`)).toBe(`${room.slice(size + 1)}${one}…`);
  });
});

describe('what a reply quotes', () => {
  it('follows an edit of the message, also where that is not loaded', () => {
    const chat = putMessage(put(noMessages, reply, 3), edited, 4);
    expect(quoteIn(chat)?.text).toBe('changed');
  });

  it('is what came with the reply where that is newer', () => {
    const chat = put(put(noMessages, original, 3), { ...reply, replyTo: quoteOf(edited) }, 4);
    expect(quoteIn(chat)?.text).toBe('changed');
  });

  it('is gone for good once it is deleted or hidden, whichever was heard of first', () => {
    const both = put(put(noMessages, original, 3), reply, 3);
    expect(quoteIn(putMessage(both, deleted, 4))).toEqual(quoteOf(deleted));
    expect(quoteIn(dropMessage(both, 1, 4))?.text).toBe('');
    const late = put(put(noMessages, original, 9), { ...reply, replyTo: quoteOf(deleted) }, 3);
    expect(quoteIn(late)).toEqual(quoteOf(deleted));
  });

  it('is what a fresh reply says where the message itself is stale', () => {
    const stale = suspectAll(put(put(noMessages, edited, 3), reply, 3), 5);
    const chat = put(stale, { ...reply, replyTo: quoteOf(written(1, { text: 'again' })) }, 6);
    expect(quoteIn(chat)?.text).toBe('again');
  });

  it('is kept as it is by now, also where the message is too far up to be kept', () => {
    const chat = putMessage(put(noMessages, reply, 3), edited, 4);
    const kept = fromKept(toKept('a--b', chat, '0', { count: 1 }));
    expect([...kept.held.keys()]).toEqual([2]);
    expect(quoteIn(kept)?.text).toBe('changed');
    // A version of the reply from before that is not newer than it.
    expect(quoteIn(putMessage(kept, reply, 3))?.text).toBe('changed');
  });

  it('is known of a message that is not sent yet without a word in the queue', () => {
    const target = { id: 'id-1', seq: 1, senderId: 'b' };
    expect(quoteOfTarget(noMessages, target).text).toBeNull();
    expect(quoteOfTarget(put(noMessages, edited, 3), target)).toEqual(quoteOf(edited));
    expect(quoteOfTarget(dropMessage(noMessages, 1, 3), target).text).toBe('');
  });
});

const queued = (change: Change, refusal: string | null = null): QueuedChange => ({
  ...{ id: 'x', order: 1, chatId: 'a--b', change, at: '2026-11-21T12:00:00Z' },
  ...{ isTried: false, refusal },
});

describe('a quote of a message of files alone', () => {
  const file = { kind: 'image', name: null } as unknown as NonNullable<Message['attachments']>[0];
  const picture = written(1, { text: '', attachments: [file] });
  const replied = written(2, { senderId: 'a', replyTo: quoteOf(picture) });
  const chat = put(put(noMessages, picture, 1), replied, 2);

  it('says of which kinds they are, and is not gone', () => {
    expect(quoteOf(picture)).toMatchObject({ text: '', attachments: ['image'] });
    expect(isQuoteGone(quoteOf(picture))).toBe(false);
    expect(quoteIn(chat)).toEqual(quoteOf(picture));
  });

  it('is gone with the message', () => {
    for (const gone of [put(chat, deleted, 3), dropMessage(chat, 1, 3)]) {
      expect(quoteIn(gone)).not.toHaveProperty('attachments');
      expect(isQuoteGone(quoteIn(gone)!)).toBe(true);
    }
    const change: Change = { kind: 'delete', seq: 1, scope: 'everyone' };
    const queued = { change, refusal: null, at: '' } as unknown as QueuedChange;
    const [left, after] = withChanges([picture, replied], [queued], 'a');
    expect(left).not.toHaveProperty('attachments');
    expect(isQuoteGone(after!.replyTo!)).toBe(true);
  });
});

describe('a quote with queued changes on top', () => {
  const quoteAfter = (change: Change, refusal: string | null = null) =>
    withChanges([reply], [queued(change, refusal)], 'a')[0]?.replyTo;

  it('is what the server will say', () => {
    expect(quoteAfter({ kind: 'edit', seq: 1, text: 'mine' })?.text).toBe('mine');
    const deletion = { kind: 'delete', seq: 1, scope: 'everyone' } as const;
    expect(quoteAfter(deletion)).toMatchObject({ text: '', deletedAt: '2026-11-21T12:00:00Z' });
    expect(quoteAfter({ ...deletion, scope: 'me' })).toMatchObject({ text: '', deletedAt: null });
    expect(quoteAfter({ kind: 'react', seq: 1, emoji: '👍', isOn: true })).toEqual(reply.replyTo);
    expect(quoteAfter({ kind: 'edit', seq: 1, text: 'mine' }, 'too_late')).toEqual(reply.replyTo);
  });

  it('goes with the reply', () => {
    expect(quoteAfter({ kind: 'delete', seq: 2, scope: 'everyone' })).toBeUndefined();
  });
});

describe('a queued reply', () => {
  const target = { id: 'id-1', seq: 1, senderId: 'b' };
  const change = { kind: 'send', clientId: 'c', text: 'yes' } as const;

  it('names the message to the server; one that the release before has queued names none', async () => {
    const bodies: unknown[] = [];
    const api = {
      POST: async (_path: string, { body }: { body: object }) => {
        bodies.push(body);
        return { data: written(2, { clientId: 'c' }) };
      },
    } as unknown as SocialApi;
    const store = new LocalStore('a');
    await deliver(store, queued({ ...change, replyTo: target }), api);
    await deliver(store, queued(change), api);
    const plain = { chatId: 'a--b', text: 'yes', clientId: 'c' };
    expect(bodies).toEqual([{ ...plain, replyTo: 'id-1' }, plain]);
  });

  it('is sent without it from its place, under the same name, once that was chosen', () => {
    const queue = new Queue(['queue/a/'], {
      storage: memoryStorage(),
      deliver: () => new Promise(() => {}),
      isOnline: () => false,
      onSignedOut: () => {},
      pause: () => Promise.resolve(),
    });
    queue.add('a--b', { ...change, replyTo: target });
    queue.add('a--b', { ...change, clientId: 'd' });
    queue.retry('c', change);
    expect(queue.changes().map((one) => one.change)).toEqual([
      change,
      { ...change, clientId: 'd' },
    ]);
  });
});
