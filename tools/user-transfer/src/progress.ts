import { SingleBar } from 'cli-progress';

export interface Progress {
  /** `done` of the total; the facts stand behind the bar. */
  show(done: number, facts: string): void;
  stop(): void;
}

/** A bar on standard error while somebody watches; without a total it only counts. */
export function startProgress(total: number | undefined): Progress {
  const format =
    total === undefined
      ? ' {facts}  {duration_formatted}'
      : ' {bar} {percentage}%  {facts}  {eta_formatted} left';
  const bar = new SingleBar({
    format,
    stream: process.stderr,
    hideCursor: true,
    etaBuffer: 50,
    fps: 5,
  });
  bar.start(total ?? 1, 0, { facts: '' });
  return {
    show: (done, facts) => bar.update(done, { facts }),
    stop: () => bar.stop(),
  };
}
