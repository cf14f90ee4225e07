/** Some browsers never reply. Milliseconds. */
const longestMs = 1_000;

/** What the device replies; null where it takes too long. */
export async function inTime<Value>(
  reading: Promise<Value>,
  maxMs = longestMs,
): Promise<Value | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), maxMs);
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}
