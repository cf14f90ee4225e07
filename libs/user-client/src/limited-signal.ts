export interface LimitedSignal {
  /** Aborts with the reason of the caller's signal, or with what `late` makes when the time is over. */
  readonly signal: AbortSignal;
  /** Starts the time anew; undefined: there is none from now on. */
  limit(ms: number | undefined): void;
  /** Keeps no time and nothing of the caller's signal any more. */
  release(): void;
  /** Releases, and ends what still uses the signal. */
  abort(): void;
}

/**
 * A signal of a limited time. `AbortSignal.any` would do the same, but on versions of Node that are in use what it makes is kept
 * for as long as the caller's signal (nodejs/node#54614), which a reader of the feed may have for months.
 */
export function limitedSignal(
  ms: number,
  caller: AbortSignal | undefined,
  late: () => Error,
): LimitedSignal {
  const controller = new AbortController();
  const onAbort = () => controller.abort(caller?.reason);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = (time: number | undefined) => {
    clearTimeout(timer);
    timer = time === undefined ? undefined : setTimer(() => controller.abort(late()), time);
  };
  if (caller?.aborted) onAbort();
  else caller?.addEventListener('abort', onAbort, { once: true });
  limit(ms);
  const release = () => {
    limit(undefined);
    caller?.removeEventListener('abort', onAbort);
  };
  return {
    signal: controller.signal,
    limit,
    release,
    abort() {
      release();
      controller.abort();
    },
  };
}

/** The outcome of the work; the reason of the signal as soon as that aborts, whether the work heeds it or not. */
export function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject);
  });
}

/** Waits; rejects with the reason of the signal when it aborts. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      if (signal?.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimer(done, ms);
    if (signal?.aborted) done();
    else signal?.addEventListener('abort', done, { once: true });
  });
}

/** Timers of a longer time than 24.8 days would fire at once. */
const setTimer = (done: () => void, ms: number) => setTimeout(done, Math.min(ms, 2 ** 31 - 1));
