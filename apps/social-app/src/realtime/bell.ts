export type Ring = 'news' | 'beat' | 'closed';

/** Turns any number of wake-ups between two looks into one, and the lack of them into a heartbeat. */
export interface Bell {
  readonly ring: () => void;
  close(): void;
  readonly closed: boolean;
  /** At once if it rang since the last look; else the first to happen within `beatMs`. */
  next(beatMs: number): Promise<Ring>;
}

export function createBell(): Bell {
  let rung = false;
  let closed = false;
  let answer: (() => void) | undefined;

  return {
    ring() {
      rung = true;
      answer?.();
    },
    close() {
      closed = true;
      answer?.();
    },
    get closed() {
      return closed;
    },
    async next(beatMs) {
      if (!rung && !closed) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, beatMs);
          answer = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        answer = undefined;
      }
      if (closed) return 'closed';
      const ring = rung ? 'news' : 'beat';
      rung = false;
      return ring;
    },
  };
}
