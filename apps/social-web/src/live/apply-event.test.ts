import { jest } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import type { LateDrafts } from '../store/use-drafts.js';
import type { LocalStore } from '../store/local-store.js';
import { applyEvent } from './apply-event.js';
import type { LiveEvent } from './events.js';

const me = 'ann';
const sent = jest.fn();
const store = { me, putNew: jest.fn(), passEvent: jest.fn() } as unknown as LocalStore;
const drafts = {
  run: (act: (all: { sent: typeof sent }) => void) => act({ sent }),
} as unknown as LateDrafts;

function messageEvent(senderId: string, clientId: string | null): LiveEvent {
  const message = { id: 'm', chatId: 'ann--bob', seq: 1, senderId, clientId, text: 'Hello' };
  const data = { chatId: 'ann--bob', seq: 1, message };
  return { type: 'message', id: '7-a', data } as unknown as LiveEvent;
}

it('an own message ends the draft of its name, since a replica of the release before leaves no event of that', () => {
  const client = new QueryClient();
  applyEvent(client, { store, drafts }, messageEvent(me, null));
  expect(sent).not.toHaveBeenCalled();
  applyEvent(client, { store, drafts }, messageEvent(me, 'c'));
  expect(sent.mock.calls).toEqual([['ann--bob', 'c', 7]]);
});

it.each([
  ['bob', [['friends']]],
  [me, [['account'], ['session']]],
])('of whoever is called otherwise, here %s, what shows it is asked for anew', (userId, asked) => {
  const client = new QueryClient();
  const all = [['friends'], ['session'], ['account'], ['settings'], ['presence']];
  for (const queryKey of all) client.setQueryData(queryKey, 'known');
  const event = { type: 'person_changed', id: '', data: { userId } } as LiveEvent;
  applyEvent(client, { store, drafts }, event);
  const found = client.getQueryCache().findAll({ predicate: ({ state }) => state.isInvalidated });
  expect(found.map(({ queryKey }) => queryKey).sort()).toEqual(asked);
});
