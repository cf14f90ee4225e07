// The time that a request may wait for its database (ADR 0033). Guarantees: all waits of one request, one after another or
// side by side, are no longer together than its limit, however many statements it sends; what passes between them, such as
// a body that arrives or a provider that thinks, does not count.
//   idle → waiting         with the first call that waits for a connection, a statement or a transaction
//   waiting → idle         with the last one that ends; what it took is taken off what is left
//   waiting → failed       when nothing is left: as any other timeout, by whoever holds the connection
//   idle, waiting → over   when the reply begins: what a stream reads later has the limits of each statement alone
import { AsyncLocalStorage } from 'node:async_hooks';

interface Scope {
  readonly time: RequestTime;
  /** Whether statements wait for no lock longer than a moment, because they are run again (retry.ts). */
  readonly waitsBriefly: boolean;
}

const current = new AsyncLocalStorage<Scope | undefined>();

export class RequestTime {
  private readonly scope: Scope = { time: this, waitsBriefly: false };
  private left: number;
  private waits = 0;
  private since = 0;

  /** @param limit milliseconds */
  constructor(limit: number) {
    this.left = limit;
  }

  /** Runs `work`, and whatever it starts, within this time. */
  run<T>(work: () => T): T {
    return current.run(this.scope, work);
  }

  get isLimited(): boolean {
    return this.left !== Infinity;
  }

  /** From now on there is no limit. */
  end(): void {
    this.left = Infinity;
  }

  /** A wait begins; returns what ends it, and the milliseconds that it may last. */
  begin(): Wait {
    const now = performance.now();
    if (this.waits === 0) this.since = now;
    this.waits += 1;
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      this.waits -= 1;
      if (this.waits === 0) this.left -= performance.now() - this.since;
    };
    return { limit: Math.max(this.left - (now - this.since), 0), end };
  }
}

interface Wait {
  readonly limit: number;
  readonly end: () => void;
}

const unlimited: Wait = { limit: Infinity, end: () => {} };

/** A wait of the request that is under way, if any. */
export function beginWait(): Wait {
  return current.getStore()?.time.begin() ?? unlimited;
}

/** How long statements wait for locks: as the settings of the database say, for want of a request or of its limit; or brief. */
export function lockWaits(): 'usual' | 'limited' | 'brief' {
  const scope = current.getStore();
  if (!scope?.time.isLimited) return 'usual';
  return scope.waitsBriefly ? 'brief' : 'limited';
}

/** Statements of `work`, which is of a request, wait for no lock longer than `lockWaitMs`. */
export function waitBriefly<T>(work: () => T): T {
  return current.run({ ...current.getStore()!, waitsBriefly: true }, work);
}

/** For what is done for several requests at once. */
export function forAllRequests<T>(work: () => T): T {
  return current.getStore() === undefined ? work() : current.run(undefined, work);
}
