import { Semaphore } from '@triptych/postgres/semaphore';
import { AttachmentsBusy, TooManyAtOnce } from './attachments.errors.js';

export interface PlacesLimits {
  /** Requests with files that this process takes at the same time, and of one person. */
  readonly mostUploads: number;
  readonly mostOfOne: number;
}

export interface UploadPlaces {
  /** @throws TooManyAtOnce when this person has too many under way, AttachmentsBusy when all have */
  run<T>(userId: string, work: () => Promise<T>): Promise<T>;
  /**
   * The same bytes, a piece of few bodies at a time. Else a turn of the event loop handles one of each body that is arriving, and
   * whoever sends a message waits for several such turns.
   */
  paced(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer>;
}

/** A piece waits for the disk, or for nothing: more at a time are not faster. */
const mostPieces = 4;

/** Bounds how many requests bring files at the same time; nobody takes the places of all. */
export function createUploadPlaces({ mostUploads, mostOfOne }: PlacesLimits): UploadPlaces {
  const underWay = new Map<string, number>();
  const pieces = new Semaphore(mostPieces);
  let uploads = 0;
  return {
    async run(userId, work) {
      const own = underWay.get(userId) ?? 0;
      if (own >= mostOfOne) throw new TooManyAtOnce();
      if (uploads >= mostUploads) throw new AttachmentsBusy();
      uploads += 1;
      underWay.set(userId, own + 1);
      try {
        return await work();
      } finally {
        uploads -= 1;
        const left = (underWay.get(userId) ?? 1) - 1;
        if (left > 0) underWay.set(userId, left);
        else underWay.delete(userId);
      }
    },
    async *paced(bytes) {
      // Nobody who sends slowly has a place meanwhile.
      for await (const piece of bytes) {
        await pieces.hasPlaceWithin(Infinity);
        try {
          yield piece;
        } finally {
          pieces.release();
        }
      }
    },
  };
}
