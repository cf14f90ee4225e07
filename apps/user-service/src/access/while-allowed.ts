import { ApiKeyRequired } from './access.errors.js';

/**
 * The items for as long as whoever gets them may have them: a transfer may outlive the key that began it.
 *
 * @throws ApiKeyRequired
 */
export async function* whileAllowed<Item>(
  items: AsyncIterable<Item>,
  isStillAllowed: () => Promise<boolean>,
): AsyncGenerator<Item> {
  for await (const item of items) {
    if (!(await isStillAllowed())) throw new ApiKeyRequired();
    yield item;
  }
}
