import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Virtualizer } from 'virtua';
import { useSearch } from 'wouter';
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

export function MessageList({ chatId, name, chat }: MessageListProps) {
  const words = useWords();
  const me = useMe();
  const around = Number(new URLSearchParams(useSearch()).get('at')) || null;
  const history = useInfiniteQuery(historyQuery(chatId, around));
  const departures = useDepartures(chatId);
  const messages = useMemo(() => messagesOf(history.data), [history.data]);
  const firstUnread = useFirstUnread(messages, chat, me.id);
  const rows = toTimeline(messages, departures, firstUnread);
  const { frame, list, isAtEnd, isPrepending, onScroll, toEnd } = useScrolling(
    rows,
    history,
    around,
  );
  useReadMark(chatId, messages, chat, isAtEnd && !history.hasNextPage);

  if (history.error) {
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
        {history.data && !history.hasPreviousPage && (
          <p className="messages-beginning">{words.conversation.beginning(name)}</p>
        )}
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
