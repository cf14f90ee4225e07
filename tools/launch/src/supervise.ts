import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { startProcess, type Command, type Ending, type RunningProcess } from './process.js';
import type { Print } from './readable-log.js';

export interface Supervised extends Command {
  readonly healthUrl: string;
}

export interface SuperviseOptions {
  readonly print: Print;
  /** The printer of one process. */
  readonly writer: (name: string) => Print;
  /** Aborts on a request to stop. */
  readonly stop: AbortSignal;
  /** Aborts when the person does not wait for a graceful stop. */
  readonly kill: AbortSignal;
  readonly onReady: () => void;
  /** Milliseconds. */
  readonly readyWithin: number;
  readonly stopWithin: number;
}

const howItEnded = ({ code, signal }: Ending) =>
  signal ? `by ${signal}` : `with code ${code ?? 'unknown'}`;

const aborted = async (signal: AbortSignal) => {
  if (!signal.aborted) await once(signal, 'abort');
};

const pollingInterval = 150;

async function isReady(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(url, { signal });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

/** Polls until the address replies with success; false when `signal` aborts before. */
async function becomesReady(url: string, signal: AbortSignal): Promise<boolean> {
  while (!(await isReady(url, signal))) {
    if (signal.aborted) return false;
    await pause(pollingInterval);
  }
  return true;
}

/** Calls `onReady` when all are ready. Rejects when one is not in time; resolves when it is over before. */
async function becomeReady(
  services: readonly Supervised[],
  options: SuperviseOptions,
  over: AbortSignal,
) {
  const late = AbortSignal.timeout(options.readyWithin);
  const signal = AbortSignal.any([late, options.stop, over]);
  const areReady = await Promise.all(
    services.map(({ healthUrl }) => becomesReady(`${healthUrl}/-/ready`, signal)),
  );
  if (options.stop.aborted || over.aborted) return;
  const unready = services.filter((_, n) => !areReady[n]).map(({ name }) => name);
  if (unready.length > 0) throw new Error(`${unready.join(', ')} did not become ready in time`);
  options.onReady();
}

async function stopAll(running: readonly RunningProcess[], options: SuperviseOptions) {
  options.kill.addEventListener('abort', () => running.forEach((one) => one.kill()));
  const endings = await Promise.all(running.map((one) => one.stop(options.stopWithin)));
  return endings.filter(({ code }) => code !== 0);
}

/**
 * Starts all, calls `onReady` when all are ready, and runs them until it is asked to stop or one of them ends.
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

  const firstEnding = Promise.race(running.map((one) => one.ended));
  const over = new AbortController();
  const unready = becomeReady(services, options, over.signal).then(
    () => new Promise<never>(() => {}),
    (error: Error) => error,
  );
  const first = await Promise.race([firstEnding, unready, aborted(stop)]);
  over.abort();
  if (first instanceof Error) print(first.message);
  const asked = stop.aborted;
  if (first && !(first instanceof Error) && !asked) {
    print(`${first.name} ended ${howItEnded(first)}; see its last lines. Stopping the others.`);
  }
  if (asked) print('Stopping.');

  const failed = await stopAll(running, options);
  process.off('exit', killAll);
  if (asked) failed.forEach((one) => print(`${one.name} ended ${howItEnded(one)}`));
  return asked && failed.length === 0 ? 0 : 1;
}
