import {
  memo,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { Virtualizer } from 'virtua';
import { useLocation, useSearch } from 'wouter';
import { useMe } from '../api/account.js';
import type { Chat } from '../api/chats.js';
import { unreachable } from '../api/client.js';
import { useIsOnline } from '../api/network.js';
import { withChanges } from '../store/queue-model.js';
import { usePendingMessages, useQueued, type PendingMessage } from '../store/use-queue.js';
import { useHistory } from '../store/use-store.js';
import { useTexts } from '../texts/texts.js';
import { afterPainted } from '../ui/after-painted.js';
import { Icon } from '../ui/icon.js';
import { LoadFailure, Loading, refusalText } from '../ui/page.js';
import { RovingRow, useRovingTabIndex } from '../ui/roving-tabindex.js';
import { useAttention, type Attention } from './attention.js';
import { useConversation } from './conversation-context.js';
import { useReadMark, useUnreadEnd } from './read-and-typing.js';
import { useReadProgress } from './read-progress.js';
import { lastReadOf, useNewMark, usePrinting } from './reading.js';
import { useScrolling } from './scrolling.js';
import { TimelineRow } from './timeline-row.js';
import { isSameRow, toTimeline, type Row } from './timeline.js';

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
  const { visits } = useConversation();
  useUnreadEnd(chat);
  const around = foundSeq ?? firstUnread;
  const onNewest = () => {
    setFirstUnread(null);
    if (foundSeq !== null) navigate(location.pathname, { replace: true });
  };
  return (
    <Timeline key={`${around ?? 'newest'} ${visits}`} {...{ chat, around, foundSeq, onNewest }} />
  );
}

interface TimelineProps extends MessageListProps {
  /** The message to begin at; null for the newest. */
  readonly around: number | null;
  readonly foundSeq: number | null;
  readonly onNewest: () => void;
}

function Timeline({ chat, around, foundSeq, onNewest }: TimelineProps) {
  const texts = useTexts();
  const { name } = useConversation();
  const { history, pending, rows, isPainted, moveMarkWhen } = useRows({ chat, around, foundSeq });
  const { frame, tabStop, onFocus, onKeyDown } = useMessageTabIndex(rows);
  const scrolling = useScrolling(frame, rows, history, around, onNewest);
  const { list, isAtEnd, firstAtEnd, isPrepending, onScroll, onResize, toEnd, toNew } = scrolling;
  const unread = chat?.unread ?? 0;
  const attention = useAttention();
  const reading = { chat, history, rows, frame, isEndShown: isAtEnd, attention };
  const isPassed = useReadMark(reading);
  useReadProgress(reading);
  const isUnreadElsewhere = unread > 0 && (!isAtEnd || isPassed);
  moveMarkWhen(isUnreadElsewhere || (unread > 0 && !attention.isGiven));
  useWayBack(attention, unread > 0 && isAtEnd, toNew);
  const kept = useKeptRows(rows, tabStop, isPainted ? firstAtEnd : Infinity);
  const isOnline = useIsOnline();
  // While the list measures its rows it is drawn again and again; none of them is, if it is the same as before.
  const drawn = useMemo(
    () => rows.map((row) => <ListRow key={row.key} row={row} isTabStop={row.key === tabStop} />),
    [rows, tabStop],
  );

  const isUnknown = history.isOpened && rows.length === 0 && !isOnline;
  if (!history.isLoaded && (history.error || isUnknown)) {
    return <LoadFailure error={history.error ?? unreachable()} onRetry={history.refetch} />;
  }
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
          onResize={onResize}
          keepMounted={kept}
        >
          {drawn}
        </Virtualizer>
        {rows.length === 0 && !history.isLoaded && <Loading />}
      </div>
      <NotSent pending={pending} />
      {isUnreadElsewhere && <ToNew isAbove={isAtEnd} {...{ unread, toNew }} />}
      {!isAtEnd && unread === 0 && <ToNewest onPress={toEnd} />}
    </div>
  );
}

/**
 * Whoever comes back to the page finds what came meanwhile where it begins, as whoever opens the conversation does: the list has gone on to
 * its end, and what they have not seen would be above.
 */
function useWayBack({ isGiven }: Attention, isDue: boolean, toNew: () => void): void {
  const wasGiven = useRef(isGiven);
  useLayoutEffect(() => {
    const isBack = isGiven && !wasGiven.current;
    wasGiven.current = isGiven;
    if (isBack && isDue) toNew();
  });
}

interface ListRowProps {
  readonly row: Row;
  readonly isTabStop: boolean;
}

/** Of all that is shown one row changes at a time: the others are not drawn again. */
const ListRow = memo(
  ({ row, isTabStop }: ListRowProps) => (
    <RovingRow isTabStop={isTabStop}>
      <TimelineRow row={row} />
    </RovingRow>
  ),
  (one, next) => one.isTabStop === next.isTabStop && isSameRow(one.row, next.row),
);

/** For who does not see the row of the message that was refused. */
function NotSent({ pending }: { readonly pending: readonly PendingMessage[] }) {
  const texts = useTexts();
  const refusal = pending.find(({ state }) => state === 'failed')?.refusal;
  return (
    <p className="unseen" role="alert">
      {refusal && `${texts.conversation.notSent}: ${refusalText(texts, refusal)}`}
    </p>
  );
}

/**
 * A row with the focus stays when it is scrolled out of sight; on paper nothing is out of sight. At the end, what may come into
 * sight is drawn before it does: the list draws nothing above whoever scrolls down, and no new row between a measurement and the
 * next frame.
 */
function useKeptRows(
  rows: readonly Row[],
  tabStop: string | undefined,
  firstAtEnd: number,
): number[] {
  const isPrinting = usePrinting();
  return rows.flatMap(({ key }, index) =>
    isPrinting || key === tabStop || index >= firstAtEnd ? [index] : [],
  );
}

/** Of the lowest row, in pixels. */
const lowestRow = 40;
/** The newest, as many as the screen shows, are painted before the others take their place above them. */
const firstDrawn = () => Math.ceil(document.documentElement.clientHeight / lowestRow);

/** Whether what was drawn first has been painted; a tab that nobody sees is not painted, and waits for nothing. */
function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(document.hidden);
  useEffect(() => afterPainted(() => setPainted(true)), []);
  return isPainted;
}

/** What the store holds, with what is queued on top, as rows. */
function useRows({ chat, around, foundSeq }: Omit<TimelineProps, 'onNewest'>) {
  const { chatId } = useConversation();
  const { id: me } = useMe();
  const isPainted = useIsPainted();
  const history = useHistory(chatId, around, isPainted);
  const queued = useQueued(chatId);
  const pending = usePendingMessages(queued);
  const { messages: stored } = history;
  const [count] = useState(firstDrawn);
  // What is unread is begun at its first message, which may be further up.
  const isAtEnd = around === null && !chat?.unread;
  // The others come in one go, with what the device keeps beside the newest.
  const isFirst = !isPainted || !history.isOpened;
  const isPart = isFirst && isAtEnd && stored.length > count;
  const messages = useMemo(
    () => withChanges(isPart ? stored.slice(-count) : stored, queued, me),
    [isPart, stored, count, queued, me],
  );
  const mark = useNewMark(chat);
  const firstUnread = mark.firstAmong(messages, me);
  const readSeq = lastReadOf(messages, chat, me);
  const hasPreviousPage = history.hasPreviousPage && !isPart;
  const isWhole = history.isLoaded && !history.hasPreviousPage && !isPart;
  const rows = useMemo(
    () => toTimeline({ me, messages, pending, firstUnread, readSeq, foundSeq, isWhole }),
    [me, messages, pending, firstUnread, readSeq, foundSeq, isWhole],
  );
  return {
    history: { ...history, hasPreviousPage },
    pending,
    rows,
    isPainted,
    moveMarkWhen: mark.moveWhen,
  };
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

interface ToNewProps {
  readonly unread: number;
  readonly isAbove: boolean;
  readonly toNew: () => void;
}

/** How many are new further down, or above what was written here meanwhile. Leads to the first of them. */
function ToNew({ unread, isAbove, toNew }: ToNewProps) {
  const { conversation } = useTexts();
  return (
    <button className="messages-new" onClick={toNew}>
      <Icon name={isAbove ? 'up' : 'down'} />
      {conversation.unseen(unread)}
    </button>
  );
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
