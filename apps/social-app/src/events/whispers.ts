import type { Broadcast } from './broadcast.port.js';
import { createListeners } from './listeners.js';
import type { Whisper, Whispers } from './whispers.port.js';

const topic = 'whisper';

export function createWhispers(broadcast: Pick<Broadcast, 'tell' | 'on'>): Whispers {
  const readers = createListeners<[whisper: Whisper]>();
  broadcast.on<{ to: string[]; whisper: Whisper }>(topic, ({ to, whisper }) =>
    readers.tell(to, whisper),
  );
  return {
    tell: (to, whisper) => broadcast.tell(topic, { to, whisper }),
    tellHere: readers.tell,
    subscribe: readers.add,
  };
}
