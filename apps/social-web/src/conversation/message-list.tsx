import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Virtualizer } from 'virtua';
import { useLocation, useSearch } from 'wouter';
import type { Chat } from '../chats/chats.js';
import { Icon } from '../layout/icon.js';
import { LoadFailure } from '../layout/load-failure.js';
import { useMe } from '../session/session.js';
import { useWords } from '../words/words.js';
import { Announcer } from './announcer.js';
import { historyQuery, messagesOf } from './history.js';
import { useDepartures } from './outbox.js';
import { useReadMark } from './read-mark.js';
import { TimelineRow } from './timeline-row.js';
import { toTimeline } from './timeline.js';
import { useScrolling } from './scrolling.js';

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
  return <Timeline key={around ?? 'newest'} {...props} around={around} onNewest={onNewest} />;
}

interface TimelineProps extends MessageListProps {
  /** The message to begin at; null for the newest. */
  readonly around: number | null;
  readonly onNewest: () => void;
}

function Timeline({ chatId, name, chat, around, onNewest }: TimelineProps) {
  const words = useWords();
  const me = useMe();
  const history = useInfiniteQuery(historyQuery(chatId, around));
  const departures = useDepartures(chatId);
  const messages = useMemo(() => messagesOf(history.data), [history.data]);
  const firstUnread = useFirstUnread(messages, chat, me.id);
  const isWhole = history.isSuccess && !history.hasPreviousPage;
  const rows = toTimeline({ messages, departures, firstUnread, isWhole });
  const { frame, list, isAtEnd, isPrepending, onScroll, toEnd } = useScrolling(
    rows,
    history,
    around,
    onNewest,
  );
  useReadMark(chatId, messages, chat, isAtEnd && !history.hasNextPage);

  if (history.error && !history.data) {
    return <LoadFailure error={history.error} onRetry={() => void history.refetch()} />;
  }
  const partnerSeq = chat?.readByPartnerSeq ?? 0;
  const lastRead = messages.findLast(
    ({ senderId, seq }) => senderId === me.id && seq <= partnerSeq,
  );
  return (
    <div className="messages-frame">
      <div
        className="messages"
        ref={frame}
        onScroll={onScroll}
        role="region"
        aria-label={words.conversation.messages(name)}
        tabIndex={0}
      >
        <Virtualizer ref={list} shift={isPrepending} as="ol" item="li" bufferSize={600}>
          {rows.map((row) => (
            <TimelineRow key={row.key} row={row} name={name} readSeq={lastRead?.seq ?? 0} />
          ))}
        </Virtualizer>
      </div>
      {!isAtEnd && <ToNewest onPress={toEnd} />}
      <Announcer messages={messages} name={name} />
    </div>
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

/** Fixed when the conversation is opened: the mark must not wander while one reads. */
function useFirstUnread(
  messages: ReturnType<typeof messagesOf>,
  chat: Chat | undefined,
  me: string,
): number | null {
  const [readSeq] = useState(chat && chat.unread > 0 ? chat.readSeq : null);
  if (readSeq === null) return null;
  return messages.find(({ seq, senderId }) => seq > readSeq && senderId !== me)?.seq ?? null;
}
