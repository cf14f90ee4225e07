export type Ring = 'closed' | 'news' | 'whisper' | 'beat';

/** Turns any number of calls between two looks into one. */
export interface Bell {
  /** The log may have grown. */
  readonly ring: () => void;
  /** Something was whispered. */
  readonly whisper: () => void;
  /** Nothing happened; show that the stream lives. */
  readonly beat: () => void;
  readonly close: () => void;
  readonly closed: boolean;
  /** The weightiest call since the last look, or else the next one. */
  next(): Promise<Ring>;
}

/** Weightiest first; where a ring stands here is its weight. */
const rings: readonly Ring[] = ['closed', 'news', 'whisper', 'beat'];
const silent = rings.length;

export function createBell(): Bell {
  let heaviest = silent;
  let answer: (() => void) | undefined;
  const call = (ring: Ring) => {
    heaviest = Math.min(heaviest, rings.indexOf(ring));
    answer?.();
    answer = undefined;
  };

  return {
    ring: () => call('news'),
    whisper: () => call('whisper'),
    beat: () => call('beat'),
    close: () => call('closed'),
    get closed() {
      return heaviest === 0;
    },
    async next() {
      if (heaviest === silent) await new Promise<void>((resolve) => (answer = resolve));
      const ring = rings[heaviest] ?? 'beat';
      if (ring !== 'closed') heaviest = silent;
      return ring;
    },
  };
}
