import { useQueue, type PendingMessage } from '../store/use-queue.js';
import { useTexts } from '../texts/texts.js';
import { useTabIndex } from '../ui/roving-tabindex.js';
import { Time } from '../ui/time.js';
import { useConversation } from './conversation-context.js';
import { MessageRow } from './message-row.js';
import type { Row } from './timeline.js';

export function TimelineRow({ row }: { readonly row: Row }) {
  const { conversation } = useTexts();
  const { name } = useConversation();
  switch (row.kind) {
    case 'beginning':
      return <p className="messages-beginning">{conversation.beginning(name)}</p>;
    case 'day':
      return (
        <h3 className="timeline-mark">
          <Time at={row.date} format="day" />
        </h3>
      );
    case 'new':
      return <p className="timeline-mark timeline-new">{conversation.newMessages}</p>;
    case 'pending':
      return <PendingRow {...row.pending} />;
    case 'message':
      return <MessageRow {...row} rowKey={row.key} />;
  }
}

function PendingRow({ message, state, canDiscard }: PendingMessage) {
  const { conversation } = useTexts();
  const queue = useQueue();
  const tabIndex = useTabIndex();
  const id = message.clientId;
  const stateTexts = {
    sending: conversation.sending,
    waiting: conversation.waiting,
    behind: conversation.behind,
    failed: conversation.notSent,
  };
  const actions = [
    { text: conversation.sendAgain, isOffered: state === 'failed', run: () => queue.retry(id) },
    { text: conversation.discard, isOffered: canDiscard, run: () => queue.discard(id) },
  ];
  return (
    <article
      className="message message-own message-pending"
      tabIndex={tabIndex}
      data-row={message.clientId}
    >
      <p className="bubble" dir="auto">
        {message.text}
      </p>
      <p className={state === 'failed' ? 'message-foot fault' : 'message-foot'}>
        {stateTexts[state]}
        {actions
          .filter(({ isOffered }) => isOffered)
          .map(({ text, run }) => (
            <button key={text} className="button-text" tabIndex={tabIndex} onClick={run}>
              {text}
            </button>
          ))}
      </p>
    </article>
  );
}
