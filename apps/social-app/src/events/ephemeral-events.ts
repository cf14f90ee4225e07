import type { Broadcast } from './broadcast.port.js';
import { createListeners } from './listeners.js';
import type { EphemeralEvent, EphemeralEvents } from './ephemeral-events.port.js';

const topic = 'whisper';

export function createEphemeralEvents(broadcast: Pick<Broadcast, 'tell' | 'on'>): EphemeralEvents {
  const readers = createListeners<[whisper: EphemeralEvent]>();
  broadcast.on<{ to: string[]; whisper: EphemeralEvent }>(topic, ({ to, whisper }) =>
    readers.tell(to, whisper),
  );
  return {
    tell: (to, whisper) => broadcast.tell(topic, { to, whisper }),
    tellHere: readers.tell,
    subscribe: readers.add,
  };
}
