import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import type { Message, ReplyTarget } from '../api/chats.js';
import { readDraftReply, storeDraftReply } from '../api/kept-drafts.js';
import type { EditedMessage } from '../api/kept-edits.js';
import { useChangedEdits } from '../store/changed-edits.js';
import { useDrafts } from '../store/use-drafts.js';
import { useIsOver } from '../store/use-store.js';
import { useTexts } from '../texts/texts.js';
import { refusalText } from '../ui/page.js';
import { useToast } from '../ui/toasts.js';
import { useDeadlines, type Deadlines } from './deadlines.js';

interface Conversation {
  readonly chatId: string;
  /** Of the partner. */
  readonly name: string;
  /** The message in the composer; null while it writes a new one. */
  readonly edited: EditedMessage | null;
  /** What has been changed of the message before is kept. */
  readonly edit: (message: EditedMessage | null) => void;
  /** What the new message replies to. */
  readonly replyTo: ReplyTarget | null;
  /** It was chosen here just now, and has not come from another tab or device. */
  readonly isReplyChosen: boolean;
  /** Null where nothing can be written. */
  readonly reply: ((target: ReplyTarget | null) => void) | null;
  /** What another tab or device has chosen. */
  readonly showReply: (target: ReplyTarget | null) => void;
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
  const { edited, edit } = useEditing(chatId);
  const replying = useReply(chatId, edit);
  const { replyTo, isReplyChosen, reply, showReply } = replying;
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
      ...{ replyTo, isReplyChosen, reply: canWrite ? reply : null, showReply },
      ...{ showMessage, visits },
    }),
    [
      chatId,
      name,
      edited,
      edit,
      pinned,
      deadlinesOf,
      replyTo,
      isReplyChosen,
      canWrite,
      reply,
      showReply,
      showMessage,
      visits,
    ],
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

/**
 * What has been changed of it already is there after a look at another chat, and once it is edited again. A message that is gone
 * meanwhile is edited no more (`app/ended-edits.tsx`).
 */
function useEditing(chatId: string) {
  const changed = useChangedEdits();
  const texts = useTexts();
  const toast = useToast();
  const [edited, setEdited] = useState(() => changed.firstOf(chatId));
  const edit = useCallback(
    (message: EditedMessage | null) => setEdited(message && changed.open(message)),
    [changed],
  );
  const isOver = useIsOver(chatId, edited?.seq ?? null);
  useEffect(() => {
    if (isOver && edited && !changed.isMoved(edited))
      toast({ text: refusalText(texts, 'message_deleted') });
  }, [isOver, edited, changed, toast, texts]);
  return { edited: isOver ? null : edited, edit };
}

/** Kept with the draft. What is edited gives way to it. */
function useReply(chatId: string, edit: (message: null) => void) {
  const drafts = useDrafts();
  const [{ replyTo, isReplyChosen }, setReply] = useState(() => ({
    replyTo: readDraftReply(chatId),
    isReplyChosen: false,
  }));
  const reply = useCallback(
    (target: ReplyTarget | null) => {
      const kept = target && { id: target.id, seq: target.seq, senderId: target.senderId };
      storeDraftReply(chatId, kept);
      drafts.run((all) => all.changed(chatId));
      setReply({ replyTo: kept, isReplyChosen: true });
      if (kept) edit(null);
    },
    [chatId, drafts, edit],
  );
  const showReply = useCallback(
    (target: ReplyTarget | null) =>
      setReply((before) =>
        before.replyTo?.id === target?.id ? before : { replyTo: target, isReplyChosen: false },
      ),
    [],
  );
  return { replyTo, isReplyChosen, reply, showReply };
}
