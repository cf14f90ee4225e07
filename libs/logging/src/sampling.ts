const minute = 60_000;

interface Class {
  since: number;
  logged: number;
  suppressed: number;
}

/**
 * Which of many alike events are logged: of each class so many a minute, the rest is counted.
 *
 * @param perMinute lines of one class
 * @returns for a class, how many of it were left out since its last line; null when this one is left out. Classes must be
 *   few: each is remembered.
 */
export function createSampler(perMinute: number): (name: string) => number | null {
  const classes = new Map<string, Class>();
  return (name) => {
    const now = performance.now();
    const known = classes.get(name);
    if (!known || now - known.since >= minute) {
      classes.set(name, { since: now, logged: 1, suppressed: 0 });
      return known?.suppressed ?? 0;
    }
    if (known.logged < perMinute) {
      known.logged += 1;
      return 0;
    }
    known.suppressed += 1;
    return null;
  };
}
