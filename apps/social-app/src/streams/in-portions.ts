/** Users who are worked on at once: few enough for the connections to the database. */
const portionSize = 100;

/**
 * For all users that have gathered meanwhile at a time, each once.
 *
 * @param onError told of each failure, which ends nothing else
 */
export function inPortions(
  work: (userId: string) => Promise<void>,
  onError: (error: unknown) => void,
): (userIds: readonly string[]) => void {
  const waiting = new Set<string>();
  let isWorking = false;
  async function workOff(): Promise<void> {
    while (waiting.size > 0) {
      const portion = [...waiting].slice(0, portionSize);
      portion.forEach((userId) => waiting.delete(userId));
      await Promise.all(portion.map((userId) => work(userId).catch(onError)));
    }
    isWorking = false;
  }
  return (userIds) => {
    userIds.forEach((userId) => waiting.add(userId));
    if (isWorking || waiting.size === 0) return;
    isWorking = true;
    void workOff();
  };
}
