import { ServerBusy } from '../http/server-busy.errors.js';

// Memory for bodies that are being read. Guarantees: no more than `total` is held; no host and no client holds more than
// its share; a body that makes progress is always read to its end (ADR 0022).
//
//   a piece arrives                                            its body
//   fits into the total, and into the shares of its groups     goes on
//   does not                                                   waits, unless it is the first that had to
//   others wait, and it has come slowly for a while            is ended, and frees what it holds
//   its call ends                                              frees what it holds; those who wait try again

export interface BufferOwner {
  /** Each of them has a share: the host that sends the body, the client that it is read for. */
  readonly groups: readonly string[];
  /** Called when the memory is taken back; no more of the body is to be read. */
  readonly end: () => void;
}

export type BufferBudget = ReturnType<typeof createBufferBudget>;

/** Bytes in use of a limit, and the body for which its last `largest` bytes are kept. */
interface Pool {
  used: number;
  members: number;
  first: Body | null;
}

interface Body extends BufferOwner {
  readonly pools: readonly Pool[];
  held: number;
  isWaiting: boolean;
  hasWaited: boolean;
  /** How often it was looked at since it last had `progress` more bytes than before, and how many it held then. */
  mark: { looks: number; held: number };
}

// A body that brings fewer bytes while it is looked at so often is a slow one. Looks are counted, and not time, so that a
// moment in which this process does nothing is not held against the host.
const [progress, slowAfter] = [16 * 1024, 5];
// What less would free is not worth a picture.
const worthwhile = 64 * 1024;

/**
 * `total` and `largest` in bytes; a share is half of the total, or the largest body. A body reserves what has arrived of
 * it, so a host that sends slowly holds next to nothing. As much as the largest body needs is kept, in the total and in
 * each share, for the first that had to wait, so that it is read to its end and frees its memory.
 */
export function createBufferBudget(total: number, largest: number) {
  const accounts = createAccounts(total, largest);
  const queue = createQueue((waiting) => {
    for (const body of accounts.findHindering(waiting).filter(isSlow)) {
      release(body);
      body.end();
    }
  });

  function release(body: Body): void {
    if (accounts.close(body)) queue.tryAll();
  }

  async function reserve(body: Body, bytes: number, signal: AbortSignal): Promise<void> {
    if (!accounts.has(body)) throw new ServerBusy('its memory was taken back');
    if (accounts.take(body, bytes)) return;
    body.isWaiting = body.hasWaited = true;
    await queue.wait(body, () => accounts.take(body, bytes), signal);
    body.isWaiting = false;
    body.mark = markNow(body);
  }

  return {
    /** The memory that one body takes. */
    open: (owner: BufferOwner) => {
      const body = accounts.open(owner);
      return {
        /** Waits until so many more bytes are free. Throws ServerBusy when the signal ends the wait. */
        reserve: (bytes: number, signal: AbortSignal) => reserve(body, bytes, signal),
        /** Whether it ever had to wait. */
        hasWaited: () => body.hasWaited,
        /** Frees all of them. */
        release: () => release(body),
      };
    },
  };
}

function isSlow(body: Body): boolean {
  if (body.isWaiting || body.held < worthwhile) return false;
  body.mark.looks += 1;
  return body.mark.looks > slowAfter;
}

/** Who holds how much, of the total and of each share. */
function createAccounts(total: number, largest: number) {
  const share = Math.max(total / 2, largest);
  const whole: Pool = { used: 0, members: 0, first: null };
  const groups = createGroups();
  const bodies = new Set<Body>();

  function fits(body: Body, bytes: number): boolean {
    // The first of all passes the shares too, and the first of a share the others: two could wait for each other.
    if (whole.first === body) return true;
    const inShares =
      body.pools.every((pool) => admits(pool, body, bytes, share - largest)) ||
      body.pools.some(({ first }) => first === body);
    return inShares && admits(whole, body, bytes, total - largest);
  }

  return {
    has: (body: Body) => bodies.has(body),
    open: (owner: BufferOwner): Body => {
      const mark = { looks: 0, held: 0 };
      const pools = groups.join(owner);
      const body = { ...owner, pools, held: 0, isWaiting: false, hasWaited: false, mark };
      bodies.add(body);
      return body;
    },
    take: (body: Body, bytes: number): boolean => {
      if (!fits(body, bytes)) return false;
      for (const pool of [whole, ...body.pools]) pool.used += bytes;
      body.held += bytes;
      if (body.held - body.mark.held >= progress) body.mark = markNow(body);
      return true;
    },
    /** Whether it was open. */
    close: (body: Body): boolean => {
      if (!bodies.delete(body)) return false;
      for (const pool of [whole, ...body.pools]) {
        pool.used -= body.held;
        if (pool.first === body) pool.first = null;
      }
      groups.leave(body);
      return true;
    },
    /** Those whose memory it lacks: all, or those of its groups. */
    findHindering: (waiting: readonly Body[]): Body[] => {
      const short = new Set(waiting.flatMap(({ pools }) => pools));
      return [...bodies].filter(
        ({ pools }) => whole.first !== null || pools.some((pool) => short.has(pool)),
      );
    },
  };
}

function markNow({ held }: Body): Body['mark'] {
  return { looks: 0, held };
}

function admits(pool: Pool, body: Body, bytes: number, limit: number): boolean {
  if (pool.used + bytes <= limit) return true;
  pool.first ??= body;
  return pool.first === body;
}

/** The pools of those who hold anything now. */
function createGroups() {
  const pools = new Map<string, Pool>();
  return {
    join: ({ groups }: BufferOwner): Pool[] =>
      groups.map((name) => {
        const pool = pools.get(name) ?? { used: 0, members: 0, first: null };
        pool.members += 1;
        pools.set(name, pool);
        return pool;
      }),
    leave: ({ groups, pools: joined }: Body) =>
      groups.forEach((name, index) => {
        const pool = joined[index]!;
        pool.members -= 1;
        if (pool.members === 0) pools.delete(name);
      }),
  };
}

// Milliseconds between two looks for slow bodies while others wait.
const lookEvery = 50;

/** Those who wait; `onShortage` is called with them again and again. */
function createQueue(onShortage: (waiting: readonly Body[]) => void) {
  const waiting = new Map<() => boolean, Body>();
  let timer: NodeJS.Timeout | undefined;

  function look() {
    timer = undefined;
    onShortage([...waiting.values()]);
    lookSoon();
  }

  function lookSoon() {
    if (waiting.size > 0) timer ??= setTimeout(look, lookEvery).unref();
  }

  function wait(body: Body, tryAgain: () => boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        waiting.delete(admit);
        reject(new ServerBusy('no memory for its body'));
      };
      const admit = () => {
        if (!tryAgain()) return false;
        signal.removeEventListener('abort', stop);
        resolve();
        return waiting.delete(admit);
      };
      waiting.set(admit, body);
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      lookSoon();
    });
  }

  // Who holds least first, so that a small picture does not wait for many large ones; of those the last who came, since the
  // time of those before may be up when it is their turn.
  function tryAll(): void {
    const inOrder = [...waiting].reverse().sort(([, one], [, other]) => one.held - other.held);
    for (const [admit] of inOrder) admit();
  }

  return { wait, tryAll };
}
