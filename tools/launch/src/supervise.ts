import { startProcess, type Command, type Ending, type RunningProcess } from './process.js';
import { untilReady } from './readiness.js';
import type { Print } from './readable-log.js';

export interface Supervised extends Command {
  readonly healthUrl: string;
}

export interface SuperviseOptions {
  readonly print: Print;
  /** The printer of one process. */
  readonly writer: (name: string) => Print;
  /** Aborts when the person wants to stop. */
  readonly stop: AbortSignal;
  /** Aborts when the person will not wait for an orderly stop. */
  readonly kill: AbortSignal;
  readonly onReady: () => void;
  /** Milliseconds. */
  readonly readyWithin: number;
  readonly stopWithin: number;
}

const howItEnded = ({ code, signal }: Ending) =>
  signal ? `by ${signal}` : `with code ${code ?? 'unknown'}`;

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Resolves with what to tell when something goes wrong before all are ready; else stays with `onReady`. */
async function becomeReady(
  services: readonly Supervised[],
  options: SuperviseOptions,
  over: AbortSignal,
) {
  const late = AbortSignal.timeout(options.readyWithin);
  const signal = AbortSignal.any([late, options.stop, over]);
  const waits = services.map(({ name, healthUrl }) =>
    untilReady(`${healthUrl}/-/ready`, signal).then(
      () => null,
      () => name,
    ),
  );
  const unready = (await Promise.all(waits)).filter((name) => name !== null);
  if (options.stop.aborted || over.aborted) return;
  if (unready.length > 0) throw new Error(`${unready.join(', ')} did not become ready in time`);
  options.onReady();
}

async function stopAll(running: readonly RunningProcess[], options: SuperviseOptions) {
  options.kill.addEventListener('abort', () => running.forEach((one) => one.kill()));
  const endings = await Promise.all(running.map((one) => one.stop(options.stopWithin)));
  return endings.filter(({ code }) => code !== 0);
}

/**
 * Starts all, tells when all are ready, and keeps them until asked to stop or until one is gone.
 *
 * Resolves with the exit code: 0 when asked and all ended well, else 1. Nothing is left running.
 */
export async function supervise(
  services: readonly Supervised[],
  options: SuperviseOptions,
): Promise<number> {
  const { print, stop } = options;
  const running = services.map((service) => startProcess(service, options.writer(service.name)));
  const killAll = () => running.forEach((one) => one.kill());
  process.once('exit', killAll);

  const death = Promise.race(running.map((one) => one.ended));
  const over = new AbortController();
  const unready = becomeReady(services, options, over.signal).then(
    () => new Promise<never>(() => {}),
    (error: Error) => error,
  );
  const first = await Promise.race([death, unready, aborted(stop)]);
  over.abort();
  if (first instanceof Error) print(first.message);
  const asked = stop.aborted;
  if (first && !(first instanceof Error) && !asked) {
    print(
      `${first.name} ended ${howItEnded(first)}; its last lines tell why. Stopping the others.`,
    );
  }
  if (asked) print('Stopping.');

  const failed = await stopAll(running, options);
  process.off('exit', killAll);
  if (asked) failed.forEach((one) => print(`${one.name} ended ${howItEnded(one)}`));
  return asked && failed.length === 0 ? 0 : 1;
}
