/** Browsers count the milliseconds of a timer in 31 bits. */
const longestTimer = 2 ** 31 - 1;

/**
 * For what ends by itself. Returns a function that subscribes to the moments, and returns one that ends that.
 *
 * @param ends in milliseconds of this device's clock
 */
export function watchEnds(ends: readonly number[]) {
  return (listener: () => void): (() => void) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function arm(): void {
      const now = Date.now();
      const next = ends.reduce(
        (first, end) => (end > now ? Math.min(first, end) : first),
        Infinity,
      );
      if (next === Infinity) return;
      const notify = () => {
        listener();
        arm();
      };
      timer = setTimeout(notify, Math.min(longestTimer, next - now));
    }
    arm();
    return () => clearTimeout(timer);
  };
}
