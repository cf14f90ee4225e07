import { Attachments } from '../attachments/attachments.js';
import type { ForwardedMessage } from '../store/queue-model.js';
import { useQueue, type PendingMessage } from '../store/use-queue.js';
import { useKeptMessage } from '../store/use-store.js';
import { discardMessage, useUnsent } from '../store/use-unsent.js';
import { useTexts } from '../texts/texts.js';
import { Icon } from '../ui/icon.js';
import { lazyComponent } from '../ui/lazy.js';
import { useTabIndex } from '../ui/roving-tabindex.js';
import { refusalText } from '../ui/page.js';
import { Time } from '../ui/time.js';
import { useConversation } from './conversation-context.js';
import { TargetQuoteOf } from './quote.js';
import { MessageRow } from './message-row.js';
import type { PendingRowProps, Row } from './timeline.js';

const WaitingFiles = lazyComponent(() => import('../attachments/waiting-files.js'));

export function TimelineRow({ row }: { readonly row: Row }) {
  const { conversation } = useTexts();
  const { name } = useConversation();
  switch (row.kind) {
    case 'beginning':
      return <p className="messages-beginning">{conversation.beginning(name)}</p>;
    case 'day':
      return (
        <h2 className="timeline-mark">
          <Time at={row.date} format="day" />
        </h2>
      );
    case 'new':
      return <p className="timeline-mark timeline-new">{conversation.newMessages}</p>;
    case 'pending':
      return <PendingRow {...row} />;
    case 'message':
      return <MessageRow {...row} rowKey={row.key} />;
  }
}

function PendingRow({ pending, isContinued, endsGroup }: PendingRowProps) {
  const { id, message, state, refusal, canDiscard, isKept } = pending;
  const texts = useTexts();
  const { conversation } = texts;
  const queue = useQueue();
  const tabIndex = useTabIndex();
  const unsent = useUnsent();
  const withoutQuote = message.kind === 'send' ? { ...message, replyTo: undefined } : undefined;
  const stateTexts = {
    sending: conversation.sending,
    waiting: conversation.waiting,
    behind: conversation.behind,
    failed: conversation.notSent,
  };
  const actions = [
    { text: conversation.sendAgain, isOffered: state === 'failed', run: () => queue.retry(id) },
    {
      text: conversation.sendWithout,
      isOffered: refusal === 'nothing_to_reply_to',
      run: () => queue.retry(id, withoutQuote),
    },
    {
      text: conversation.discard,
      isOffered: canDiscard,
      run: () => discardMessage(queue, unsent, id),
    },
  ];
  const classes = ['message message-own message-pending'];
  if (isContinued) classes.push('message-continued');
  if (!endsGroup) classes.push('message-followed');
  return (
    <article className={classes.join(' ')} tabIndex={tabIndex} data-row={message.clientId}>
      <PendingWords id={id} message={message} />
      <p className={state === 'failed' ? 'message-foot fault' : `message-foot message-${state}`}>
        {state === 'failed' && <Icon name="fault" />}
        <span>{stateTexts[state]}</span>
        {refusal !== null && <span> · {refusalText(texts, refusal)}</span>}
        {!isKept && <span> · {conversation.notKept}</span>}
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

function PendingWords({ id, message }: Pick<PendingMessage, 'id' | 'message'>) {
  if (message.kind === 'forward') return <ForwardedWords original={message.original} />;
  const { text, replyTo, files } = message;
  return (
    <>
      {replyTo && <TargetQuoteOf target={replyTo} />}
      {files && (
        <div className="message-line">
          <WaitingFiles id={id} files={files} />
        </div>
      )}
      {text !== '' && <Words text={text} />}
    </>
  );
}

function Words({ text }: { readonly text: string }) {
  return (
    <div className="message-line">
      <p className="bubble" dir="auto">
        {text}
      </p>
    </div>
  );
}

/** What is known here of the message that is forwarded; the server takes its words as they are then. */
function ForwardedWords({ original }: Pick<ForwardedMessage, 'original'>) {
  const { conversation } = useTexts();
  const message = useKeptMessage(original);
  const text = message?.deletedAt ? conversation.deleted : (message?.text ?? '…');
  const files = message?.attachments;
  return (
    <>
      <p className="message-forwarded">{conversation.forwarded}</p>
      {files && (
        <div className="message-line">
          <Attachments files={files} />
        </div>
      )}
      {text !== '' && <Words text={text} />}
    </>
  );
}
