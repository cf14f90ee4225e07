import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceProcess } from '@triptych/testing';
import type { ReceivedEvent } from './webhook-receiver.js';

type Event = ReceivedEvent['event'];

/** Reads one page of the feed; null: the service did not answer. */
export async function readPage(
  { address }: ServiceProcess,
  cursor: string | undefined,
  seconds: number,
): Promise<{ events: Event[]; cursor: string } | null> {
  const after = cursor === undefined ? '' : `&after=${cursor}`;
  const url = `${address}/events?limit=1000&wait=${seconds}${after}`;
  const reply = await fetch(url, { headers: { authorization: 'Bearer key' } }).catch(() => null);
  if (reply?.status !== 200) return null;
  return (await reply.json().catch(() => null)) as { events: Event[]; cursor: string } | null;
}

/** A consumer of the feed that goes on from its cursor, at whichever replica is there. */
export function startEventReader(services: () => readonly ServiceProcess[]) {
  const events: Event[] = [];
  let [cursor, isOver, turn]: [string | undefined, boolean, number] = [undefined, false, 0];
  async function read(): Promise<void> {
    while (!isOver) {
      const all = services();
      const service = all[(turn += 1) % Math.max(all.length, 1)];
      const page = service && (await readPage(service, cursor, 1));
      if (page) {
        events.push(...page.events);
        ({ cursor } = page);
      } else await pause(20);
    }
  }
  const reading = read();
  return {
    events: events as readonly Event[],
    cursor: () => cursor,
    async stop() {
      isOver = true;
      await reading;
    },
  };
}
