import {
  createContext,
  use,
  useCallback,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import type { Message, ReplyTarget } from '../api/chats.js';
import { readDraftReply, storeDraftReply } from '../api/device-storage.js';
import { useDeadlines, type Deadlines } from './deadlines.js';

interface Conversation {
  readonly chatId: string;
  /** Of the partner. */
  readonly name: string;
  /** The message in the composer; null while it writes a new one. */
  readonly edited: Message | null;
  readonly edit: (message: Message | null) => void;
  /** What the new message replies to. */
  readonly replyTo: ReplyTarget | null;
  /** Null where nothing can be written. */
  readonly reply: ((target: ReplyTarget | null) => void) | null;
  /** Leads to a message, also when the address has led there before. */
  readonly showMessage: (seq: number) => void;
  /** Counts how often the address led to the message to which it had led before. */
  readonly visits: number;
  /** Numbers of the messages that are pinned, the newest pin last. */
  readonly pinned: readonly number[];
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
  readonly canWrite: boolean;
  readonly pinned: readonly number[];
  readonly children: ReactNode;
}

export function ConversationProvider(props: ConversationProviderProps) {
  const { chatId, name, canWrite, children } = props;
  const pinned = useSameList(props.pinned);
  const [edited, edit] = useState<Message | null>(null);
  const { replyTo, reply } = useReply(chatId, edit);
  const [visits, setVisits] = useState(0);
  const showMessage = useCallback((seq: number) => {
    if (new URLSearchParams(location.search).get('at') === `${seq}`) setVisits((n) => n + 1);
  }, []);
  const field = useRef<HTMLTextAreaElement>(null);
  const deadlinesOf = useDeadlines();
  // The same as before, unless something in it has changed: every row reads it.
  const conversation = useMemo(
    () => ({
      ...{ chatId, name, edited, edit, pinned, deadlinesOf, field },
      ...{ replyTo, reply: canWrite ? reply : null, showMessage, visits },
    }),
    [chatId, name, edited, pinned, deadlinesOf, replyTo, canWrite, reply, showMessage, visits],
  );
  return <ConversationContext value={conversation}>{children}</ConversationContext>;
}

/** The list before, as long as it says the same: a chat is another object with each message. */
function useSameList(next: readonly number[]): readonly number[] {
  const [list, setList] = useState(next);
  const isSame = list.length === next.length && list.every((one, index) => one === next[index]);
  if (!isSame) setList(next);
  return isSame ? list : next;
}

/** Kept with the draft. What is edited gives way to it. */
function useReply(chatId: string, edit: (message: null) => void) {
  const [replyTo, setReplyTo] = useState(() => readDraftReply(chatId));
  const reply = useCallback(
    (target: ReplyTarget | null) => {
      const kept = target && { id: target.id, seq: target.seq, senderId: target.senderId };
      storeDraftReply(chatId, kept);
      setReplyTo(kept);
      if (kept) edit(null);
    },
    [chatId, edit],
  );
  return { replyTo, reply };
}
