/** Every row of a paged source, one page in memory. */
export async function* everyPage<T>(
  pageSize: number,
  read: (last: T | null, limit: number) => Promise<readonly T[]>,
): AsyncGenerator<T, void> {
  let last: T | null = null;
  for (;;) {
    const page: readonly T[] = await read(last, pageSize);
    yield* page;
    last = page.at(-1) ?? null;
    if (page.length < pageSize) return;
  }
}

/** A JSON array, piece by piece; each item is text already. */
export async function* jsonArray(
  items: AsyncIterable<AsyncIterable<string> | string>,
): AsyncGenerator<string, void> {
  yield '[';
  let separator = '';
  for await (const item of items) {
    yield separator;
    if (typeof item === 'string') yield item;
    else yield* item;
    separator = ',\n';
  }
  yield ']';
}
