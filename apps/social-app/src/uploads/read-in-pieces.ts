/** What arrives, cut into pieces. */
export interface CutBody {
  /** So many bytes, or fewer when no more come. */
  take(most: number): AsyncIterable<Buffer>;
  /** Whether another byte comes; waits until that is known. */
  hasMore(): Promise<boolean>;
  /** Whether no more come; known once a piece is shorter than it might have been. */
  readonly isOver: boolean;
  /** Why it broke off; null: it did not. */
  readonly broken: { readonly error: unknown } | null;
}

/** A body that breaks off ends like any other, so that what has arrived of it is kept. */
export function readInPieces(bytes: AsyncIterable<Buffer>): CutBody {
  const iterator = bytes[Symbol.asyncIterator]();
  let rest: Buffer | null = null;
  let [isOver, broken]: [boolean, CutBody['broken']] = [false, null];

  async function next(): Promise<Buffer | null> {
    if (rest !== null) return rest;
    if (isOver) return null;
    try {
      const result = await iterator.next();
      if (result.done !== true) return result.value;
      isOver = true;
      return null;
    } catch (error) {
      [isOver, broken] = [true, { error }];
      return null;
    }
  }

  async function hasMore(): Promise<boolean> {
    for (;;) {
      rest = await next();
      if (rest === null) return false;
      if (rest.length > 0) return true;
      rest = null;
    }
  }

  return {
    async *take(most) {
      let left = most;
      while (left > 0) {
        const found = await next();
        if (found === null) return;
        rest = found.length > left ? found.subarray(left) : null;
        left -= Math.min(left, found.length);
        yield rest === null ? found : found.subarray(0, found.length - rest.length);
      }
    },
    hasMore,
    get isOver() {
      return isOver && rest === null;
    },
    get broken() {
      return broken;
    },
  };
}
