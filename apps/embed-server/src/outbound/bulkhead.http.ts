// Concurrency limits (ADR 0022, 0027). Guarantees: no more calls run under a key than its limit; none waits for longer than it
// may; what nobody waits for any more takes no place from what somebody waits for.
//
//   places of the key                          a call
//   one is free                                runs
//   one is held by a call that is abandoned    runs in its place, and the other is ended
//   none, and the queue has room               waits; ServerBusy after `maxWait`, or once it is abandoned itself
//   none, and the queue is full                ServerBusy

import {
  hostOf,
  perKey,
  timeLeft,
  type Interceptor,
  type OutboundRequest,
} from './interceptor.http.js';
import { ServerBusy } from '../http/server-busy.errors.js';

const [queueLimit, longestWait] = [64, 2_000];

/** At most sixteen calls to a host at once; 64 more wait for two seconds, or half of their time. Then ServerBusy. */
export const limitCallsToHost = () => limitConcurrency(16, ({ url }) => hostOf(url));

/** The same for all calls that one client causes, however many hosts it names: 128 at once. */
export const limitCallsOfClient = () => limitConcurrency(128, ({ client }) => client);

/**
 * And for all together: 2048 at once. What hangs holds some 50 kB and a descriptor, and clients are without number.
 */
export const limitCallsInAll = () => limitConcurrency(2048, () => '');

function limitConcurrency(limit: number, keyOf: (request: OutboundRequest) => string): Interceptor {
  const bulkheadOf = perKey(() => createBulkhead(limit, queueLimit));
  return (next) => (request) => {
    const { isAbandoned, end } = request;
    const maxWait = Math.min(longestWait, timeLeft(request) / 2);
    return bulkheadOf(keyOf(request)).run(() => next(request), { isAbandoned, end, maxWait });
  };
}

export interface Call extends Pick<OutboundRequest, 'isAbandoned' | 'end'> {
  /** Milliseconds in the queue. */
  readonly maxWait: number;
}

interface Waiting {
  readonly call: Call;
  readonly admit: () => void;
  readonly refuse: (reason: string) => void;
}

export function createBulkhead(limit: number, queueLimit: number) {
  const running = new Set<Call>();
  const queue = createQueue(tidy);

  function admitNext(): void {
    for (const { call, admit } of queue.waiting) {
      if (running.size >= limit) return;
      running.add(call);
      admit();
    }
  }

  /** Gives the places of abandoned calls to those who wait, and no more of them than that. */
  function tidy(): void {
    for (const { call, refuse } of queue.waiting)
      if (call.isAbandoned()) refuse('nobody waits for it');
    for (const call of running) {
      if (queue.waiting.size === 0) return;
      if (!call.isAbandoned()) continue;
      running.delete(call);
      call.end(new ServerBusy('nobody waits for its reply, and others wait for its place'));
      admitNext();
    }
  }

  return {
    /** Throws ServerBusy. */
    run: async <T>(work: () => Promise<T>, call: Call): Promise<T> => {
      if (running.size < limit) running.add(call);
      else await queue.join(call, queueLimit);
      try {
        return await work();
      } finally {
        running.delete(call);
        admitNext();
      }
    },
  };
}

// Milliseconds between two looks for abandoned calls while others wait.
const lookEvery = 50;

/** Those who wait, in the order in which they came; `look` is called for each who comes, and again and again. */
function createQueue(look: () => void) {
  const waiting = new Set<Waiting>();
  let timer: NodeJS.Timeout | undefined;

  function lookAgain(): void {
    timer = undefined;
    look();
    lookSoon();
  }

  function lookSoon(): void {
    if (waiting.size > 0) timer ??= setTimeout(lookAgain, lookEvery).unref();
  }

  function join(call: Call, limit: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timeout);
        waiting.delete(one);
      };
      const admit = () => {
        leave();
        resolve();
      };
      const refuse = (reason: string) => {
        leave();
        reject(new ServerBusy(reason));
      };
      const late = () => refuse('the host replies too slowly for all calls that wait');
      const timeout = setTimeout(late, call.maxWait);
      const one: Waiting = { call, admit, refuse };
      waiting.add(one);
      look();
      if (waiting.size > limit) refuse('too many calls wait for the host');
      lookSoon();
    });
  }

  return { waiting: waiting as ReadonlySet<Waiting>, join };
}
