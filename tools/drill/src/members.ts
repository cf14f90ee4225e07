/** A node as Patroni sees it. */
export interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  /** Bytes, or `unknown`; a primary has none. */
  readonly lag?: number | string;
}

/** All nodes, by the first that replies; none while none does. */
export async function readMembers(addresses: readonly string[]): Promise<readonly Member[]> {
  for (const address of addresses) {
    const response = await ask(address, '/cluster');
    if (response?.ok) return ((await response.json()) as { members: Member[] }).members;
  }
  return [];
}

/** A primary, a synchronous standby and another one, none of them behind. */
export function areWhole(members: readonly Member[]): boolean {
  const running = members.filter(({ state }) => state === 'running' || state === 'streaming');
  return (
    ['leader', 'sync_standby', 'replica'].every((wanted) =>
      running.some(({ role }) => role === wanted),
    ) && members.every(({ lag = 0 }) => lag === 0)
  );
}

/** Whether the node at this address says of itself that it is the primary. */
export async function isPrimary(address: string): Promise<boolean> {
  return (await ask(address, '/primary'))?.ok ?? false;
}

const ask = (address: string, path: string) =>
  fetch(`http://${address}:8008${path}`, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
