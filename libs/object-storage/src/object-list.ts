/** An object of a bucket, without the prefix of its address. */
export interface ListedObject {
  readonly key: string;
  readonly bytes: number;
  /** Milliseconds of the epoch; 0 where the list does not say. */
  readonly storedAt: number;
}

export interface ListPage {
  readonly objects: readonly ListedObject[];
  /** What to ask for the next page with; null: this was the last. */
  readonly next: string | null;
}

/** A page of `ListObjectsV2`; null when the text is none. Keys that hold what XML writes in another way are not ours, and left out. */
export function parsePage(xml: string, prefix: string): ListPage | null {
  if (!/<ListBucketResult[\s>]/.test(xml)) return null;
  const [head = '', ...items] = xml.split('<Contents>');
  const rest = [head, ...items].map((part) => part.split('</Contents>').at(-1)).join('');
  const objects = items.flatMap((item): ListedObject[] => {
    const key = valueOf('Key', item);
    if (!key.startsWith(prefix) || key.includes('&')) return [];
    const storedAt = Date.parse(valueOf('LastModified', item)) || 0;
    return [{ key: key.slice(prefix.length), bytes: Number(valueOf('Size', item)) || 0, storedAt }];
  });
  return { objects, next: valueOf('NextContinuationToken', rest).replaceAll('&amp;', '&') || null };
}

function valueOf(name: string, part: string): string {
  return part.split(`<${name}>`)[1]?.split('<')[0] ?? '';
}
