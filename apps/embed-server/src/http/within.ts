/** What `running` gives, or what `instead` does where that takes longer than so many milliseconds; it goes on then. */
export async function within<T>(
  milliseconds: number,
  running: Promise<T>,
  instead: () => T | Promise<T>,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof isLate>((resolve) => {
    timer = setTimeout(() => resolve(isLate), milliseconds);
    timer.unref();
  });
  try {
    const first = await Promise.race([running, late]);
    return first === isLate ? await instead() : first;
  } finally {
    clearTimeout(timer);
  }
}

const isLate = Symbol('late');
