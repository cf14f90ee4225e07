import { AttachmentsBusy, TooManyAtOnce } from './attachments.errors.js';
import { createUploadPlaces } from './upload-places.js';

const places = () => createUploadPlaces({ mostUploads: 3, mostOfOne: 2 });
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('so many at a time, and of one person, whatever becomes of them', async () => {
  const limits = places();
  const run: typeof limits.run = (who, work) => limits.run(who, work);
  const ends: (() => void)[] = [];
  const begin = (who: string) => run(who, () => new Promise<void>((end) => ends.push(end)));
  const running = [begin('a'), begin('a'), begin('b')];
  await expect(begin('a')).rejects.toThrow(TooManyAtOnce);
  for (const who of ['b', 'c']) await expect(begin(who)).rejects.toThrow(AttachmentsBusy);
  ends.forEach((end) => end());
  await Promise.all(running);
  await expect(run('a', () => Promise.reject(new Error('x')))).rejects.toThrow('x');
  expect(await Promise.all(['a', 'a', 'c'].map((who) => run(who, async () => who)))).toHaveLength(
    3,
  );
});

describe('bodies that arrive at the same time', () => {
  async function* body(pieces: number) {
    for (let piece = 0; piece < pieces; piece += 1) yield Buffer.from([piece]);
  }

  it('are handled a piece of few at a time, each whole and in its order', async () => {
    const limits = places();
    let [now, most] = [0, 0];
    const read = async () => {
      const got: number[] = [];
      for await (const piece of limits.paced(body(10))) {
        now += 1;
        most = Math.max(most, now);
        await turn();
        got.push(piece[0]!);
        now -= 1;
      }
      return got;
    };
    const all = await Promise.all(Array.from({ length: 30 }, read));
    expect(most).toBe(4);
    expect(new Set(all.map((each) => each.join()))).toEqual(new Set(['0,1,2,3,4,5,6,7,8,9']));
  });

  it('hold no place while they send nothing, have broken off, or are left', async () => {
    const limits = places();
    async function* silent(): AsyncGenerator<Buffer> {
      await new Promise(() => undefined);
    }
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from('x');
      throw new Error('gone');
    }
    for (let n = 0; n < 9; n += 1) {
      void limits.paced(silent())[Symbol.asyncIterator]().next();
      const all = async () => {
        for await (const piece of limits.paced(broken())) expect(piece).toHaveLength(1);
      };
      await expect(all()).rejects.toThrow('gone');
      for await (const piece of limits.paced(body(5))) if (piece[0] === 2) break;
    }
    let read = 0;
    for await (const piece of limits.paced(body(5))) read += piece.length;
    expect(read).toBe(5);
  });
});
