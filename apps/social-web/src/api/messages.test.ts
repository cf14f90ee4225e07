import type { Message } from './chats.js';
import { messagesOf, withMessage, withoutMessage, type History } from './messages.js';

const message = (seq: number, text = `text ${seq}`): Message => ({
  id: `id-${seq}`,
  chatId: 'a--b',
  senderId: 'a',
  text,
  seq,
  createdAt: '2026-11-20T12:00:00Z',
  editedAt: null,
  deletedAt: null,
  reactions: [],
});

interface Ends {
  readonly older?: number | null;
  readonly newer?: number | null;
}

/** Pages of these numbers; nothing is left at either end by default. */
function history(pages: number[][], { older = null, newer = null }: Ends = {}): History {
  return {
    pageParams: pages.map(() => ({})),
    pages: pages.map((seqs, index) => ({
      messages: seqs.map((seq) => message(seq)),
      nextCursor: null,
      olderCursor: index === 0 ? older : seqs[0]!,
      newerCursor: index === pages.length - 1 ? newer : seqs.at(-1)!,
    })),
  };
}
const seqsOf = (one: History) => messagesOf(one).map(({ seq }) => seq);

describe('a history', () => {
  it('takes a new message at its end', () => {
    expect(seqsOf(withMessage(history([[1, 2], [3]]), message(4)))).toEqual([1, 2, 3, 4]);
  });

  it('takes the first message of all', () => {
    expect(seqsOf(withMessage(history([[]]), message(1)))).toEqual([1]);
  });

  it('takes a message before one that came sooner', () => {
    expect(seqsOf(withMessage(history([[1, 2, 4]]), message(3)))).toEqual([1, 2, 3, 4]);
  });

  it('takes an event twice', () => {
    const once = withMessage(history([[1]]), message(2));
    expect(seqsOf(withMessage(once, message(2)))).toEqual([1, 2]);
  });

  it('shows a changed message as it is now', () => {
    const changed = withMessage(history([[1, 2], [3]]), message(2, 'changed'));
    expect(messagesOf(changed)[1]).toMatchObject({ seq: 2, text: 'changed' });
  });

  it('does not take a new message while newer ones are still to be fetched', () => {
    expect(seqsOf(withMessage(history([[1, 2]], { newer: 2 }), message(9)))).toEqual([1, 2]);
  });

  it('does not take what is older than all that is loaded', () => {
    expect(seqsOf(withMessage(history([[5, 6]], { older: 5 }), message(2)))).toEqual([5, 6]);
  });

  it('lets go of a hidden message', () => {
    expect(seqsOf(withoutMessage(history([[1, 2], [3]]), 2))).toEqual([1, 3]);
  });
});
