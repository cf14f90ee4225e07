import type { Log } from '@triptych/logging';

export type FaultLog = ReturnType<typeof createFaultLog>;

/**
 * One line when the work of a replica begins to fail for its own sake, and none until it has gone well again.
 *
 * @param messageOf what the line says of an error
 */
export function createFaultLog(log: Pick<Log, 'warn'>, messageOf: (err: unknown) => string) {
  let isFailing = false;
  return {
    note: (err: unknown): void => {
      if (!isFailing) log.warn({ err }, messageOf(err));
      isFailing = true;
    },
    end: () => void (isFailing = false),
    isFailing: () => isFailing,
  };
}
