import { setTimeout as pause } from 'node:timers/promises';
import { type Call, createCaller } from './caller.js';

/** What is done with the outcome of a request. */
export interface Handlers {
  readonly answered?: (body: unknown, status: number) => void;
  /** It may have been carried out or not. */
  readonly unknown?: () => void;
}

/** Who asks, and how. */
export interface Clients {
  readonly count: number;
  readonly pauseMs: number;
  /** For how long a client goes on asking for what may be asked again, once it is told that it failed. */
  readonly repeatMs: number;
}

export interface Outcome {
  readonly name: string;
  count: number;
  /** What was answered by something else than success, or not at all, by reason. */
  readonly failed: Map<string, number>;
  /** Answered after it was asked again by the client, as clients do with what has a name of its own. */
  repeated: number;
}

/** Requests that go on from start to stop. */
export interface Load extends Outcome {
  /** Of one try. */
  readonly slowestMs: () => number;
  /** When something failed or took very long last, as `performance.now` has it; 0 if nothing ever did. */
  readonly troubledAt: () => number;
  stop(): Promise<void>;
}

/**
 * Clients of which each asks, waits for the answer and pauses.
 *
 * @param next the next request of a client, and what to do with its outcome
 */
export function startLoad(
  name: string,
  url: string,
  { count, pauseMs, repeatMs }: Clients,
  next: (client: number) => readonly [Call, Handlers?],
): Load {
  const failed = new Map<string, number>();
  const outcome = { name, count: 0, failed, repeated: 0 };
  const caller = createCaller(url, count);
  let isRunning = true;
  const repeat = async (call: Call) => {
    let answer = await caller.ask(call);
    if (answer.reason === null || !call.isRepeatable) return answer;
    outcome.repeated += 1;
    const failedAt = performance.now();
    while (answer.reason !== null && performance.now() - failedAt < repeatMs) {
      await pause(300);
      answer = await caller.ask(call);
    }
    return answer;
  };
  const run = async (client: number) => {
    while (isRunning) {
      const [call, { answered, unknown } = {}] = next(client);
      const { reason, body, status } = await repeat(call);
      outcome.count += 1;
      if (reason === null) answered?.(body, status);
      else unknown?.();
      if (reason !== null) failed.set(reason, (failed.get(reason) ?? 0) + 1);
      await pause(pauseMs * (0.5 + Math.random()));
    }
  };
  const running = Promise.all(Array.from({ length: count }, (_, client) => run(client)));
  return Object.assign(outcome, {
    slowestMs: caller.slowestMs,
    troubledAt: caller.troubledAt,
    async stop() {
      isRunning = false;
      await running;
      await caller.close();
    },
  });
}
