import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState, type KeyboardEvent, type RefObject } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { useLocation, useSearch } from 'wouter';
import { useMe } from '../api/account.js';
import type { Chat, Message } from '../api/chats.js';
import { historyQuery, messagesOf } from '../api/messages.js';
import { usePendingMessages } from '../api/outbox.js';
import { useTexts } from '../texts/texts.js';
import { Icon } from '../ui/icon.js';
import { LoadFailure } from '../ui/page.js';
import { RovingRow, useRovingTabIndex } from '../ui/roving-tabindex.js';
import { useEditing } from './message-changes.js';
import { useReadMark } from './read-and-typing.js';
import { isMessage, useScrolling } from './scrolling.js';
import { TimelineRow } from './timeline-row.js';
import { toTimeline, type Row } from './timeline.js';

interface MessageListProps {
  readonly chatId: string;
  /** Of the partner. */
  readonly name: string;
  /** None before the first message. */
  readonly chat: Chat | undefined;
}

/** With more unread messages than this the history begins at the first of them, not at the newest. */
const maxUnreadAtEnd = 30;

export function MessageList(props: MessageListProps) {
  const { chat } = props;
  const [, navigate] = useLocation();
  const searched = Number(new URLSearchParams(useSearch()).get('at')) || null;
  const [firstUnread, setFirstUnread] = useState(
    chat && chat.unread > maxUnreadAtEnd ? chat.readSeq + 1 : null,
  );
  const around = searched ?? firstUnread;
  const onNewest = () => {
    setFirstUnread(null);
    if (searched !== null) navigate(location.pathname, { replace: true });
  };
  const start = { around, isFound: searched !== null, onNewest };
  return <Timeline key={around ?? 'newest'} {...props} {...start} />;
}

interface TimelineProps extends MessageListProps {
  /** The message to begin at; null for the newest. */
  readonly around: number | null;
  /** A search led to that message. */
  readonly isFound: boolean;
  readonly onNewest: () => void;
}

function Timeline({ chatId, name, chat, around, isFound, onNewest }: TimelineProps) {
  const texts = useTexts();
  const me = useMe();
  const history = useInfiniteQuery(historyQuery(chatId, around));
  const pending = usePendingMessages(chatId);
  const messages = useMemo(() => messagesOf(history.data), [history.data]);
  const firstUnread = useFirstUnread(messages, chat, me.id);
  const isWhole = history.isSuccess && !history.hasPreviousPage;
  const rows = toTimeline({ messages, pending, firstUnread, isWhole });
  const found = isFound ? rows.find((row) => isMessage(row, around)) : undefined;
  const roving = useMessageTabIndex(rows, found);
  const { frame } = roving;
  const { list, isAtEnd, isPrepending, onScroll, toEnd } = useScrolling(
    frame,
    rows,
    history,
    around,
    onNewest,
  );
  useReadMark(chatId, messages, chat, isAtEnd && !history.hasNextPage);

  if (history.error && !history.data) {
    return <LoadFailure error={history.error} onRetry={history.refetch} />;
  }
  const readSeq = lastReadOf(messages, chat, me.id);
  return (
    <div className="messages-frame">
      <div
        className="messages"
        ref={frame}
        onScroll={onScroll}
        onFocus={roving.onFocus}
        onKeyDown={roving.onKeyDown}
        role="region"
        aria-label={texts.conversation.messages(name)}
      >
        <Rows {...{ list, rows, name, found, isPrepending, readSeq }} tabStop={roving.tabStop} />
      </div>
      <p className="unseen" role="alert">
        {pending.some(({ state }) => state === 'failed') && texts.conversation.notSent}
      </p>
      {!isAtEnd && <ToNewest onPress={toEnd} />}
    </div>
  );
}

interface RowsProps {
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly rows: readonly Row[];
  /** Of the partner. */
  readonly name: string;
  readonly found: Row | undefined;
  readonly isPrepending: boolean;
  readonly tabStop: string | undefined;
  readonly readSeq: number;
}

function Rows({ list, rows, name, found, isPrepending, tabStop, readSeq }: RowsProps) {
  const index = rows.findIndex(({ key }) => key === tabStop);
  return (
    <Virtualizer
      ref={list}
      shift={isPrepending}
      as="ol"
      item="li"
      bufferSize={600}
      // A row with the focus stays mounted when it is scrolled out of sight.
      keepMounted={index < 0 ? [] : [index]}
    >
      {rows.map((row) => (
        <RovingRow key={row.key} isTabStop={row.key === tabStop}>
          <TimelineRow row={row} name={name} readSeq={readSeq} isFound={row === found} />
        </RovingRow>
      ))}
    </Virtualizer>
  );
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
function useMessageTabIndex(rows: readonly Row[], found: Row | undefined) {
  const { field } = useEditing();
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
