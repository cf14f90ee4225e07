import { laterPins, listedPins, pinnedOf, putPin, restampedPins, withPin } from './chat-pins.js';
import { noMessages, type Held } from './messages.js';

const listed = (pinned: number[], stamp: number) => listedPins({ pinned }, stamp);
const shown = (pins: ReturnType<typeof listed>) => pinnedOf(pins, noMessages);

describe('the pins of a chat', () => {
  it('are in the order in which they were pinned, the newest last', () => {
    const pins = putPin(putPin(listed([1, 2, 3], 4), 2, false, 5), 7, true, 6);
    expect(shown(pins)).toEqual([1, 3, 7]);
    expect(shown(putPin(pins, 1, true, 7))).toEqual([3, 7, 1]);
  });

  it('are those of the server in the end, whichever of its changes a page has seen already', () => {
    const changes = [
      [1, false],
      [1, true],
      [2, true],
      [3, true],
      [3, false],
    ] as const;
    const server = [[1] as readonly number[]];
    for (const [seq, isPinned] of changes) server.push(withPin(server.at(-1)!, seq, isPinned));
    for (const seen of server) {
      // Asked for before all of them, and read between two of them.
      let pins = listed([...seen], 10);
      changes.forEach(([seq, isPinned], index) => {
        pins = putPin(pins, seq, isPinned, 11 + index);
      });
      expect(shown(pins)).toEqual(server.at(-1));
    }
  });

  it('are not taken back by what is older', () => {
    const pins = putPin(listed([1], 4), 2, true, 6);
    expect(shown(laterPins(pins, listed([], 3)))).toEqual([1, 2]);
    expect(shown(laterPins(pins, listed([1], 5)))).toEqual([1, 2]);
    expect(shown(laterPins(pins, listed([1], 7)))).toEqual([1]);
    expect(shown(putPin(pins, 2, false, 5))).toEqual([1, 2]);
    expect(shown(putPin(pins, 1, false, 3))).toEqual([1, 2]);
  });

  it('are those of the next page, once events may have been missed', () => {
    const stale = restampedPins(putPin(listed([1], 4), 2, true, 6), () => -1);
    expect(shown(laterPins(stale, listed([5], 0)))).toEqual([5]);
  });

  it('are without what is deleted or hidden', () => {
    const deleted = { message: { deletedAt: '2026-11-20T13:00:00Z' }, stamp: 1 } as Held;
    const messages = { held: new Map([[1, deleted]]), gone: new Map([[2, 1]]) };
    expect(pinnedOf(listed([1, 2, 3], 4), messages)).toEqual([3]);
  });
});
