import { memoryDatabase } from '../store/testing/memory-database.js';
import { createUnsentFiles } from './unsent-files.js';

const chosenKey = 'shared/file/c/0';
const file = { id: 'a', chosenKey };

/** A file that was chosen, and is kept by itself. */
async function open(until = 1e15) {
  const database = memoryDatabase();
  await database.claim('ann');
  const chosen = { key: chosenKey, until, file: new File(['bytes'], 'a.txt') };
  await database.change('ann', [], () => ({ [chosenKey]: chosen }));
  const files = createUnsentFiles('ann', database);
  const readText = async () => (await files.read('m', file))?.text() ?? null;
  const keys = async () => {
    const all = (await database.all('')) as unknown[];
    return all.flatMap((one) => (Object(one) as { key?: string }).key ?? []).sort();
  };
  return { database, files, readText, keys };
}

describe('the bytes of a file that was kept when it was chosen', () => {
  it('belong to the message in the same step in which they leave what was chosen', async () => {
    const { files, readText, keys } = await open();
    await files.keep('m', [{ ...file, bytes: new Blob(['bytes']) }]);
    expect(await keys()).toEqual(['file/m/a']);
    expect(await readText()).toBe('bytes');
  });

  it.each([1e15, 0])('are found where the page was gone before that', async (until) => {
    const { files, readText, keys } = await open(until);
    expect(await readText()).toBe('bytes');
    await files.takeChosen('m', [file, { id: 'b' }, { id: 'c', chosenKey: 'shared/file/none' }]);
    expect(await keys()).toEqual(['file/m/a']);
    expect(await readText()).toBe('bytes');
    // As at the next start.
    await files.takeChosen('m', [file]);
    expect(await readText()).toBe('bytes');
  });

  it('go with the message', async () => {
    const { files, keys } = await open();
    await files.drop('m', [file]);
    expect(await keys()).toEqual([]);
  });

  it('are none where another program has left something else', async () => {
    const { database, files, readText } = await open();
    await database.change('ann', [], () => ({ [chosenKey]: { key: chosenKey, file: 'none' } }));
    await files.takeChosen('m', [file]);
    expect(await readText()).toBeNull();
  });
});
