// Work that takes less is short enough whatever its growth, and too short to be measured beside others; milliseconds.
const short = 5;
const [fewestRuns, mostRuns] = [5, 25];
/** Growth above which more runs are made. */
const doubtful = 2.5;
/** From which size on, in those that were asked for, and how often it is doubled; no input is more than four of them. */
const attempts = [
  [1, 1],
  [2, 1],
  [1, 2],
  [1, 2],
  [0.5, 3],
] as const;

interface Times {
  /** Of the processor, all threads of this process: what other processes do meanwhile does not count. */
  readonly cpu: number;
  /** By the clock: what the threads of the garbage collector do meanwhile does not count. */
  readonly wall: number;
}

function timesOf(work: () => unknown): Times {
  const [startedAt, start] = [performance.now(), process.cpuUsage()];
  work();
  const { user, system } = process.cpuUsage(start);
  return { cpu: (user + system) / 1000, wall: performance.now() - startedAt };
}

function least(one: Times, other: Times): Times {
  return { cpu: Math.min(one.cpu, other.cpu), wall: Math.min(one.wall, other.wall) };
}

/**
 * How many times as long the work takes for an input of twice the size: 2 where it is linear, 4 where it is quadratic. A size
 * from which on each run meets a garbage collection looks like growth, too, and so does a neighbour on the machine that
 * comes in the middle: what is in doubt is measured at the next size, and over four and eight times the size, where a
 * disturbance counts for its root only; the smallest counts.
 */
export function growthOf<T>(
  inputOf: (size: number) => T,
  work: (input: T) => unknown,
  size: number,
): number {
  let smallest = Infinity;
  for (const [from, doublings] of attempts) {
    const [one, other] = [inputOf(from * size), inputOf(from * size * 2 ** doublings)];
    const { growth, isShort } = growthBetween(one, other, work, doublings);
    // Over so many doublings, what counts as short instead would hide growth.
    if (from < 1 && isShort) break;
    smallest = Math.min(smallest, growth);
    if (smallest <= doubtful) break;
  }
  return smallest;
}

/**
 * By doubling, the smaller of two measures, since each is disturbed by something else and growth of the work itself shows in
 * both.
 */
function growthBetween<T>(
  one: T,
  other: T,
  work: (input: T) => unknown,
  doublings: number,
): { readonly growth: number; readonly isShort: boolean } {
  let [once, grown] = [unmeasured, unmeasured];
  const growth = () =>
    Math.min(grown.cpu / Math.max(short, once.cpu), grown.wall / Math.max(short, once.wall)) **
    (1 / doublings);
  // In turn, so that what else the machine does slows both alike; the fastest run of each is the least disturbed.
  for (let run = 0; run < fewestRuns || (run < mostRuns && growth() > doubtful); run += 1) {
    once = least(
      once,
      timesOf(() => work(one)),
    );
    grown = least(
      grown,
      timesOf(() => work(other)),
    );
  }
  return { growth: growth(), isShort: Math.min(once.cpu, once.wall) < short };
}

const unmeasured: Times = { cpu: Infinity, wall: Infinity };

/** A text of one piece after the other, cut to a length. */
export function repeated(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}
