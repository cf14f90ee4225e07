import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState, type RefObject } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { useLocation, useSearch } from 'wouter';
import type { Chat, Message } from '../chats/chats.js';
import { Icon } from '../layout/icon.js';
import { LoadFailure } from '../layout/load-failure.js';
import { RovingRow } from '../layout/roving.js';
import { useMe } from '../session/session.js';
import { useWords } from '../words/words.js';
import { historyQuery, messagesOf } from './history.js';
import { useDepartures } from './outbox.js';
import { useReadMark } from './read-mark.js';
import { TimelineRow } from './timeline-row.js';
import { toTimeline, type Row } from './timeline.js';
import { useMessageRoving } from './message-roving.js';
import { isMessage, useScrolling } from './scrolling.js';

export interface MessageListProps {
  readonly chatId: string;
  readonly name: string;
  /** None before the first message. */
  readonly chat: Chat | undefined;
}

/** More unread messages than this, and the history begins at the first of them, not at the newest. */
const mostUnreadAtEnd = 30;

export function MessageList(props: MessageListProps) {
  const { chat } = props;
  const [, navigate] = useLocation();
  const wanted = Number(new URLSearchParams(useSearch()).get('at')) || null;
  const [firstUnread, setFirstUnread] = useState(
    chat && chat.unread > mostUnreadAtEnd ? chat.readSeq + 1 : null,
  );
  const around = wanted ?? firstUnread;
  const onNewest = () => {
    setFirstUnread(null);
    if (wanted !== null) navigate(location.pathname, { replace: true });
  };
  const place = { around, isFound: wanted !== null, onNewest };
  return <Timeline key={around ?? 'newest'} {...props} {...place} />;
}

interface TimelineProps extends MessageListProps {
  /** The message to begin at; null for the newest. */
  readonly around: number | null;
  /** That message was looked for. */
  readonly isFound: boolean;
  readonly onNewest: () => void;
}

function Timeline({ chatId, name, chat, around, isFound, onNewest }: TimelineProps) {
  const words = useWords();
  const me = useMe();
  const history = useInfiniteQuery(historyQuery(chatId, around));
  const departures = useDepartures(chatId);
  const messages = useMemo(() => messagesOf(history.data), [history.data]);
  const firstUnread = useFirstUnread(messages, chat, me.id);
  const isWhole = history.isSuccess && !history.hasPreviousPage;
  const rows = toTimeline({ messages, departures, firstUnread, isWhole });
  const found = isFound ? rows.find((row) => isMessage(row, around)) : undefined;
  const roving = useMessageRoving(rows, found);
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
    return <LoadFailure error={history.error} onRetry={() => void history.refetch()} />;
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
        aria-label={words.conversation.messages(name)}
      >
        <Rows {...{ list, rows, name, found, isPrepending, readSeq }} stop={roving.stop} />
      </div>
      <p className="unseen" role="alert">
        {departures.some(({ state }) => state === 'failed') && words.conversation.notSent}
      </p>
      {!isAtEnd && <ToNewest onPress={toEnd} />}
    </div>
  );
}

interface RowsProps {
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly rows: readonly Row[];
  /** Of the other one. */
  readonly name: string;
  readonly found: Row | undefined;
  readonly isPrepending: boolean;
  readonly stop: string | undefined;
  readonly readSeq: number;
}

function Rows({ list, rows, name, found, isPrepending, stop, readSeq }: RowsProps) {
  const index = rows.findIndex(({ key }) => key === stop);
  return (
    <Virtualizer
      ref={list}
      shift={isPrepending}
      as="ol"
      item="li"
      bufferSize={600}
      // The focus must not scroll away with its row.
      keepMounted={index < 0 ? [] : [index]}
    >
      {rows.map((row) => (
        <RovingRow key={row.key} isStop={row.key === stop}>
          <TimelineRow row={row} name={name} readSeq={readSeq} isFound={row === found} />
        </RovingRow>
      ))}
    </Virtualizer>
  );
}

function ToNewest({ onPress }: { readonly onPress: () => void }) {
  const words = useWords();
  return (
    <button
      className="button-round messages-down"
      onClick={onPress}
      aria-label={words.conversation.toNewest}
    >
      <Icon name="down" />
    </button>
  );
}

/** The newest own message that the other one has read; 0 for none. */
function lastReadOf(messages: readonly Message[], chat: Chat | undefined, me: string): number {
  const partnerSeq = chat?.readByPartnerSeq ?? 0;
  return messages.findLast(({ senderId, seq }) => senderId === me && seq <= partnerSeq)?.seq ?? 0;
}

/** Fixed when the conversation is opened: the mark must not wander while one reads. */
function useFirstUnread(
  messages: readonly Message[],
  chat: Chat | undefined,
  me: string,
): number | null {
  const [readSeq] = useState(chat && chat.unread > 0 ? chat.readSeq : null);
  if (readSeq === null) return null;
  return messages.find(({ seq, senderId }) => seq > readSeq && senderId !== me)?.seq ?? null;
}
