import { propertySize } from '@triptych/testing/property-size';
import fc from 'fast-check';
import { memoryStorage } from '../api/device-storage.js';
import { Queue } from './queue.js';

type StorageChange = [key: string, before: string | null, after: string | null];

describe('what a tab shows of the queue', () => {
  it('never lacks what has not been discarded, and of which the tab has not heard what became of it', async () => {
    const made = fc.array(fc.nat(2), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(made, async (lags) => {
        const storage = memoryStorage();
        // Events of the storage come later than its changes.
        const events: StorageChange[] = [];
        const telling = {
          ...storage,
          setItem(key: string, value: string) {
            events.push([key, storage.getItem(key), value]);
            storage.setItem(key, value);
          },
          removeItem(key: string) {
            events.push([key, storage.getItem(key), null]);
            storage.removeItem(key);
          },
        };
        const open = (own: typeof storage) =>
          new Queue(['queue/me/'], {
            storage: { ...own, isShared: true, isKept: () => true },
            deliver: () => Promise.resolve({ message: null, stamp: 1, epoch: '1-a' }),
            isOnline: () => true,
            onSignedOut: () => {},
            pause: () => Promise.resolve(),
          });
        const [sending, watching] = [open(telling), open(storage)];
        const told = new Set<string>();
        watching.onSettled(({ id }) => void told.add(id));
        const stop = sending.run();
        const ids: string[] = [];
        const expectAll = () => {
          const shown = watching.changes().map(({ id }) => id);
          expect(ids.filter((id) => !told.has(id) && !shown.includes(id))).toEqual([]);
        };
        for (const lag of lags) {
          const id = watching.add('one', { kind: 'send', clientId: `${ids.length}`, text: 'text' });
          ids.push(id);
          sending.noteChange(`queue/me/${id}`, null, storage.getItem(`queue/me/${id}`));
          for (let turns = 0; turns < 3; turns++) await new Promise(setImmediate);
          expectAll();
          for (const event of events.splice(0, events.length - lag)) {
            watching.noteChange(...event);
            expectAll();
          }
        }
        for (const event of events.splice(0)) watching.noteChange(...event);
        expect(watching.changes()).toEqual([]);
        expect([...told]).toEqual(ids);
        stop();
      }),
      propertySize(),
    );
  });
});
