import {
  createContext,
  use,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import type { Message } from '../api/chats.js';
import { useDeadlines, type Deadlines } from './deadlines.js';

interface Conversation {
  readonly chatId: string;
  /** Of the partner. */
  readonly name: string;
  /** The message in the composer; null while it writes a new one. */
  readonly edited: Message | null;
  readonly edit: (message: Message | null) => void;
  readonly deadlinesOf: (message: Message) => Deadlines;
  /** The composer's field, for a new message or an edited one. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

const ConversationContext = createContext<Conversation | null>(null);

export function useConversation(): Conversation {
  const conversation = use(ConversationContext);
  if (!conversation) throw new Error('outside of ConversationProvider');
  return conversation;
}

interface ConversationProviderProps {
  readonly chatId: string;
  readonly name: string;
  readonly children: ReactNode;
}

export function ConversationProvider({ chatId, name, children }: ConversationProviderProps) {
  const [edited, edit] = useState<Message | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const deadlinesOf = useDeadlines();
  // The same as before, unless something in it has changed: every row reads it.
  const conversation = useMemo(
    () => ({ chatId, name, edited, edit, deadlinesOf, field }),
    [chatId, name, edited, deadlinesOf],
  );
  return <ConversationContext value={conversation}>{children}</ConversationContext>;
}
