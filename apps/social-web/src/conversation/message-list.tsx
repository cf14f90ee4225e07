import { useMemo, useState, type KeyboardEvent } from 'react';
import { Virtualizer } from 'virtua';
import { useLocation, useSearch } from 'wouter';
import { useMe } from '../api/account.js';
import type { Chat, Message } from '../api/chats.js';
import { withChanges } from '../store/queue-model.js';
import { usePendingMessages, useQueued } from '../store/use-queue.js';
import { useHistory } from '../store/use-store.js';
import { useTexts } from '../texts/texts.js';
import { Icon } from '../ui/icon.js';
import { LoadFailure } from '../ui/page.js';
import { RovingRow, useRovingTabIndex } from '../ui/roving-tabindex.js';
import { useConversation } from './conversation-context.js';
import { useReadMark } from './read-and-typing.js';
import { useScrolling } from './scrolling.js';
import { TimelineRow } from './timeline-row.js';
import { toTimeline, type Row } from './timeline.js';

/** With more unread messages than this the history begins at the first of them, not at the newest. */
const maxUnreadAtEnd = 30;

interface MessageListProps {
  /** None before the first message. */
  readonly chat: Chat | undefined;
}

export function MessageList({ chat }: MessageListProps) {
  const [, navigate] = useLocation();
  const foundSeq = Number(new URLSearchParams(useSearch()).get('at')) || null;
  const [firstUnread, setFirstUnread] = useState(
    chat && chat.unread > maxUnreadAtEnd ? chat.readSeq + 1 : null,
  );
  const around = foundSeq ?? firstUnread;
  const onNewest = () => {
    setFirstUnread(null);
    if (foundSeq !== null) navigate(location.pathname, { replace: true });
  };
  return <Timeline key={around ?? 'newest'} {...{ chat, around, foundSeq, onNewest }} />;
}

interface TimelineProps extends MessageListProps {
  /** The message to begin at; null for the newest. */
  readonly around: number | null;
  readonly foundSeq: number | null;
  readonly onNewest: () => void;
}

function Timeline({ chat, around, foundSeq, onNewest }: TimelineProps) {
  const texts = useTexts();
  const { chatId, name } = useConversation();
  const me = useMe();
  const { history, messages, pending } = useShownMessages(chatId, around, me.id);
  const firstUnread = useFirstUnread(messages, chat, me.id);
  const readSeq = lastReadOf(messages, chat, me.id);
  const isWhole = history.isLoaded && !history.hasPreviousPage;
  const rows = toTimeline({ messages, pending, firstUnread, readSeq, foundSeq, isWhole });
  const { frame, tabStop, onFocus, onKeyDown } = useMessageTabIndex(rows);
  const scrolling = useScrolling(frame, rows, history, around, onNewest);
  const { list, isAtEnd, isPrepending, onScroll, toEnd } = scrolling;
  useReadMark(chatId, history, chat, isAtEnd);

  if (history.error && !history.isLoaded) {
    return <LoadFailure error={history.error} onRetry={history.refetch} />;
  }
  const tabStopIndex = rows.findIndex(({ key }) => key === tabStop);
  return (
    <div className="messages-frame">
      <div
        className="messages"
        ref={frame}
        {...{ onScroll, onFocus, onKeyDown }}
        role="region"
        aria-label={texts.conversation.messages(name)}
      >
        <Virtualizer
          ref={list}
          shift={isPrepending}
          as="ol"
          item="li"
          bufferSize={600}
          // A row with the focus stays mounted when it is scrolled out of sight.
          keepMounted={tabStopIndex < 0 ? [] : [tabStopIndex]}
        >
          {rows.map((row) => (
            <RovingRow key={row.key} isTabStop={row.key === tabStop}>
              <TimelineRow row={row} />
            </RovingRow>
          ))}
        </Virtualizer>
      </div>
      <p className="unseen" role="alert">
        {pending.some(({ state }) => state === 'failed') && texts.conversation.notSent}
      </p>
      {!isAtEnd && <ToNewest onPress={toEnd} />}
    </div>
  );
}

/** What the store holds, with what is queued on top. */
function useShownMessages(chatId: string, around: number | null, me: string) {
  const history = useHistory(chatId, around);
  const queued = useQueued(chatId);
  const pending = usePendingMessages(queued);
  const { messages: stored } = history;
  const messages = useMemo(() => withChanges(stored, queued, me), [stored, queued, me]);
  return { history, messages, pending };
}

function ToNewest({ onPress }: { readonly onPress: () => void }) {
  const texts = useTexts();
  return (
    <button
      className="button-round messages-down"
      onClick={onPress}
      aria-label={texts.conversation.toNewest}
    >
      <Icon name="down" />
    </button>
  );
}

/** The newest own message that the partner has read; 0 for none. */
function lastReadOf(messages: readonly Message[], chat: Chat | undefined, me: string): number {
  const partnerSeq = chat?.readByPartnerSeq ?? 0;
  return messages.findLast(({ senderId, seq }) => senderId === me && seq <= partnerSeq)?.seq ?? 0;
}

/** Fixed when the conversation is opened, so that the mark does not move during reading. */
function useFirstUnread(
  messages: readonly Message[],
  chat: Chat | undefined,
  me: string,
): number | null {
  const [readSeq] = useState(chat && chat.unread > 0 ? chat.readSeq : null);
  if (readSeq === null) return null;
  return messages.find(({ seq, senderId }) => seq > readSeq && senderId !== me)?.seq ?? null;
}

/** Arrow keys move between messages, from the newest or the found one. Escape returns to the composer's field. */
function useMessageTabIndex(rows: readonly Row[]) {
  const { field } = useConversation();
  const found = rows.find((row) => row.kind === 'message' && row.isFound);
  const messages = rows.filter(({ kind }) => kind === 'message' || kind === 'pending');
  const roving = useRovingTabIndex<HTMLDivElement>(
    messages.map(({ key }) => key),
    { start: (found ?? messages.at(-1))?.key, onEmpty: () => field.current?.focus() },
  );

  function onKeyDown(event: KeyboardEvent): void {
    // An open menu is outside of the frame and handles its own Escape.
    const isInFrame = roving.frame.current?.contains(event.target as Node);
    if (event.key === 'Escape' && isInFrame) field.current?.focus();
    else roving.onKeyDown(event);
  }

  return { ...roving, onKeyDown };
}
