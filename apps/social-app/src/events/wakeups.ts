import type { Broadcast } from './broadcast.port.js';
import { createListeners } from './listeners.js';
import type { Wakeups } from './wakeups.port.js';

const topic = 'wake';

export function createWakeups(broadcast: Pick<Broadcast, 'tell' | 'on' | 'onReconnect'>): Wakeups {
  const readers = createListeners<[]>();
  broadcast.on<string[]>(topic, (userIds) => readers.tell(userIds));
  broadcast.onReconnect(() => readers.tellAll());
  return {
    wake: (userIds) => broadcast.tell(topic, userIds),
    subscribe: readers.add,
  };
}
