const missedHeartbeats = 3;

export interface SilenceWatch {
  /** Something was received, or is waited for from now on. */
  heard(): void;
  /** The server has said when it is heard of next. */
  heartbeat(nextInMs: number): void;
  stop(): void;
}

/** Calls `onSilent` whenever three heartbeats have passed in which nothing was received. */
export function watchSilence(onSilent: () => void): SilenceWatch {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Null until the server has said how often it is heard of: the release before did not. */
  let patienceMs: number | null = null;
  const heard = () => {
    clearTimeout(timer);
    if (patienceMs !== null) timer = setTimeout(onSilent, patienceMs);
  };
  return {
    heard,
    heartbeat(nextInMs) {
      patienceMs = missedHeartbeats * nextInMs;
      heard();
    },
    stop: () => clearTimeout(timer),
  };
}
