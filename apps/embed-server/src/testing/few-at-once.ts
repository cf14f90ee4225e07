/** What has a deadline, beside a few others: all at once would miss theirs. */
export async function fewAtOnce<T>(
  count: number,
  items: readonly T[],
  run: (item: T) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < items.length; at += count)
    await Promise.all(items.slice(at, at + count).map(run));
}
