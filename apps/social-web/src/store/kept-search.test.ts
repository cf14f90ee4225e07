import type { Message } from '../api/chats.js';
import type { SearchQuery } from '../api/search.js';
import { chatKey } from './newest-messages.js';
import { toKept } from './kept-messages.js';
import { searchKept } from './kept-search.js';
import { LocalStore } from './local-store.js';
import { noMessages, putPage } from './messages.js';
import { memoryDatabase } from './testing/memory-database.js';

const message = (seq: number, text: string): Message => ({
  ...{ id: `id-${seq}`, chatId: 'a--b', senderId: 'b', text, seq, reactions: [] },
  ...{ createdAt: new Date(seq).toJSON(), editedAt: null, deletedAt: null },
});

describe('search without the network', () => {
  it('finds messages by the beginnings of their words, as they are known now', async () => {
    const database = memoryDatabase();
    const messages = [
      message(1, 'Straße am Fluß'),
      message(2, 'Am Abend'),
      message(3, 'am Strand'),
    ];
    const page = putPage(noMessages, { messages, range: { from: 1, to: 3 }, stamp: 0 });
    await database.claim('a');
    await database.change('a', [], () => ({ [chatKey('a--b')]: toKept('a--b', page, '0') }));
    const store = new LocalStore('a');
    store.passEvent('1');
    store.putChanged({ ...message(3, ''), deletedAt: new Date().toJSON() });
    store.putNew(message(4, 'STRAND, abends am Meer'));
    const found = async (q: string, more: Partial<SearchQuery> = {}) =>
      (await searchKept(store, database, { q, ...more })).map(({ seq }) => seq);
    expect(await found('am str')).toEqual([4, 1]);
    expect(await found('AM ab')).toEqual([4, 2]);
    expect(await found('end')).toEqual([]);
    expect(await found(' – ')).toEqual([]);
    const at = (ms: number) => new Date(ms).toJSON();
    expect(await found('am', { chatId: 'a--b' })).toEqual([4, 2, 1]);
    expect(await found('am', { chatId: 'a--c' })).toEqual([]);
    expect(await found('am', { senderId: 'b' })).toEqual([4, 2, 1]);
    expect(await found('am', { senderId: 'a' })).toEqual([]);
    expect(await found('am', { from: at(2), to: at(4) })).toEqual([2]);
  });
});
