// Work that takes less is short enough whatever its growth, and too short to be measured beside others; milliseconds.
const short = 5;
const [fewestRuns, mostRuns] = [5, 60];

function timeOf(work: () => unknown): number {
  // Of the processor: what other processes do meanwhile does not count.
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** How many times as long the work takes for an input of twice the size: 2 where it is linear, 4 where it is quadratic. */
export function growthOf<T>(
  inputOf: (size: number) => T,
  work: (input: T) => unknown,
  size: number,
): number {
  const [one, other] = [inputOf(size), inputOf(size * 2)];
  let [once, twice] = [Infinity, Infinity];
  const growth = () => twice / Math.max(short, once);
  // In turn, so that what else the machine does slows both alike; the fastest run of each is the least disturbed.
  for (let run = 0; run < fewestRuns || (run < mostRuns && growth() > 2.5); run += 1) {
    once = Math.min(
      once,
      timeOf(() => work(one)),
    );
    twice = Math.min(
      twice,
      timeOf(() => work(other)),
    );
  }
  return growth();
}

/** A text of one piece after the other, cut to a length. */
export function repeated(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}
