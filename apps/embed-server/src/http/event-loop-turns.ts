// Work for the processor, such as parsing a reply or rendering a page. Guarantees: one turn of the event loop does a few
// milliseconds of it, or one piece that takes longer, so that sockets are served in between; clients take turns; no piece
// waits for longer than its request may last (ADR 0024).
//
//   this turn                                      a piece of work
//   nothing waits, and some of its time is left    runs at once
//   something waits, or its time is used up        waits for a turn of its own, one for each client and then the next
//   too much waits, of its client or of all        is refused: ServerBusy
//   its request is over by then, or nobody waits   is refused: ServerBusy

import { currentScope } from './request-scope.js';
import { ServerBusy } from './server-busy.errors.js';

/** The result at once, or a promise where the work has to wait. Throws ServerBusy, and what the work throws. */
export type InTurn = <T>(work: () => T) => T | Promise<T>;

interface Waiting {
  readonly endsAt: number;
  readonly isAbandoned: () => boolean;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

// Milliseconds.
const longestAtOnce = 5;
const [mostOfClient, mostOfAll] = [256, 1024];

export function createTurns(): InTurn {
  const queues = createQueues();
  let [spent, isScheduled] = [0, false];

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(startTurn);
  }

  function startTurn(): void {
    [spent, isScheduled] = [0, false];
    for (let next = queues.take(); next; next = queues.take()) {
      if (isWanted(next)) {
        next.resolve();
        break;
      }
      refuse(next);
    }
    if (queues.size() > 0) schedule();
  }

  function wait(): Promise<void> {
    const { client = '', endsAt = Infinity, isAbandoned = () => false } = currentScope() ?? {};
    return new Promise((resolve, reject) => {
      queues.add(client, { endsAt, isAbandoned, resolve, reject });
      schedule();
    });
  }

  function run<T>(work: () => T): T {
    const start = performance.now();
    schedule();
    try {
      return work();
    } finally {
      spent += performance.now() - start;
    }
  }

  return (work) => {
    if (queues.size() === 0 && spent < longestAtOnce) return run(work);
    return wait().then(() => run(work));
  };
}

function isWanted({ endsAt, isAbandoned }: Waiting): boolean {
  return endsAt > performance.now() && !isAbandoned();
}

function refuse({ reject }: Waiting): false {
  reject(new ServerBusy('its work waited for longer than its request'));
  return false;
}

/** One queue for each client, in the order of their next turns: a client moves to the end with each. */
function createQueues() {
  const queues = new Map<string, Waiting[]>();
  let size = 0;

  /** Makes room by what nobody waits for any more. */
  function tidy(): void {
    for (const [client, queue] of queues) {
      const wanted = queue.filter((one) => isWanted(one) || refuse(one));
      size -= queue.length - wanted.length;
      if (wanted.length > 0) queues.set(client, wanted);
      else queues.delete(client);
    }
  }

  const isFull = (client: string) =>
    (queues.get(client)?.length ?? 0) >= mostOfClient || size >= mostOfAll;

  return {
    size: () => size,
    /** Throws ServerBusy. */
    add: (client: string, one: Waiting) => {
      if (isFull(client)) tidy();
      if (isFull(client)) throw new ServerBusy('too much work waits for the processor');
      const queue = queues.get(client) ?? [];
      queue.push(one);
      queues.set(client, queue);
      size += 1;
    },
    take: (): Waiting | undefined => {
      const [first] = queues;
      if (!first) return undefined;
      const [client, [next, ...others]] = first;
      queues.delete(client);
      if (others.length > 0) queues.set(client, others);
      size -= 1;
      return next;
    },
  };
}

/** For what is small whatever a host says. */
export const atOnce: InTurn = (work) => work();

/** There is one event loop, so all work of this process takes turns. */
export const inTurn: InTurn = createTurns();
