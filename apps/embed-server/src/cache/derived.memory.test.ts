import { createResponseCache } from './response-cache.js';

const copy = () => ({ body: Buffer.from('x'), about: 'x' });
const room = 10_000;

const createMemo = (maxBytes: number) =>
  createResponseCache({ maxBytes, now: Date.now, held: () => undefined, count: () => undefined })
    .memoise;

/** Counts how often each thing was made. */
function maker() {
  const made: string[] = [];
  const make =
    (what: string, bytes = 10) =>
    () => {
      made.push(what);
      return { what, bytes };
    };
  return { made, make };
}

describe('what is made of a copy', () => {
  it('is made once for each name', () => {
    const [memoise, one] = [createMemo(room), copy()];
    const { made, make } = maker();
    for (const name of ['a', 'b', 'a', 'b']) {
      expect(memoise(one, name, make(name)).what).toBe(name);
    }
    expect(made).toEqual(['a', 'b']);
  });

  it('is not handed out for another copy, however alike', () => {
    const memoise = createMemo(room);
    const { make } = maker();
    memoise(copy(), 'a', make('old'));
    expect(memoise(copy(), 'a', make('new')).what).toBe('new');
  });

  it('is not kept where there is no copy', () => {
    const memoise = createMemo(room);
    const { made, make } = maker();
    for (const what of ['first', 'second']) memoise(null, 'a', make(what));
    expect(made).toEqual(['first', 'second']);
  });

  it('takes no more than its room: the least used goes', () => {
    const [memoise, one] = [createMemo(room), copy()];
    const { made, make } = maker();
    for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) memoise(one, name, make(name, 3000));
    expect(made).toEqual(['a', 'b', 'c', 'b']);
  });

  it('is made anew each time when it is larger than all the room', () => {
    const [memoise, one] = [createMemo(room), copy()];
    const { made, make } = maker();
    for (const what of ['first', 'second']) {
      expect(memoise(one, 'a', make(what, 20_000)).what).toBe(what);
    }
    expect(made).toEqual(['first', 'second']);
  });

  it('counts names, which clients choose', () => {
    const [memoise, one] = [createMemo(room), copy()];
    const { made, make } = maker();
    const long = 'x'.repeat(6000);
    for (const name of ['1', '2', '1']) memoise(one, name + long, make(name));
    expect(made).toEqual(['1', '2', '1']);
  });
});
