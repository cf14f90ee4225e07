import { skipToken, useQuery, type QueryClient } from '@tanstack/react-query';
import { keys } from '../api/query-keys.js';
import type { Message } from '../chats/chats.js';

/** So many stay; what is read out already need not. */
const most = 5;

/** What others have just written, for those who do not see it come in. */
export function announce(client: QueryClient, message: Message): void {
  client.setQueryData<Message[]>(keys.announcements, (known = []) => {
    const isTold = known.some(({ id }) => id === message.id);
    return isTold ? known : [...known, message].slice(-most);
  });
}

export function useAnnouncements(): readonly Message[] {
  const { data } = useQuery<Message[]>({ queryKey: keys.announcements, queryFn: skipToken });
  return data ?? [];
}
