import { useId, useRef } from 'react';
import type { Message } from '../chats/chats.js';
import { useTabIndex } from '../layout/roving.js';
import { useMe } from '../session/session.js';
import { useLanguage, useWords } from '../words/words.js';
import { useFoundFocus } from './found-focus.js';
import { MessageMenu } from './message-menu.js';
import { MessageText } from './message-text.js';
import { Reactions } from './reactions.js';

export interface MessageRowProps {
  readonly message: Message;
  readonly name: string;
  readonly isContinued: boolean;
  /** The newest own one that the other has read. */
  readonly isLastRead: boolean;
  readonly isFound: boolean;
  readonly rowKey: string;
}

export function MessageRow(props: MessageRowProps) {
  const { message, name, isContinued, isLastRead, isFound, rowKey } = props;
  const words = useWords();
  const me = useMe();
  const isOwn = message.senderId === me.id;
  const tabIndex = useTabIndex();
  const id = useId();
  const row = useRef<HTMLElement>(null);
  useFoundFocus(row, isFound);
  const classes = ['message'];
  if (isOwn) classes.push('message-own');
  if (isContinued) classes.push('message-continued');
  if (isFound) classes.push('message-found');
  return (
    <article
      ref={row}
      className={classes.join(' ')}
      tabIndex={tabIndex}
      data-row={rowKey}
      aria-labelledby={`${id}-who ${id}-text ${id}-foot`}
    >
      <h4 className="unseen" id={`${id}-who`}>
        {isOwn ? words.settings.profile : name}
      </h4>
      <div className="message-line">
        {message.deletedAt ? (
          <p className="bubble bubble-deleted" id={`${id}-text`}>
            {words.conversation.deleted}
          </p>
        ) : (
          <p className="bubble" dir="auto" id={`${id}-text`}>
            <MessageText text={message.text} />
          </p>
        )}
        <MessageMenu message={message} />
      </div>
      <Reactions message={message} />
      <p className="message-foot" id={`${id}-foot`}>
        <Sent message={message} />
        {message.editedAt && !message.deletedAt && <span>{words.conversation.edited}</span>}
        {isLastRead && <span>{words.conversation.read}</span>}
      </p>
    </article>
  );
}

function Sent({ message }: { readonly message: Message }) {
  const { locale } = useLanguage();
  const text = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(
    new Date(message.createdAt),
  );
  return <time dateTime={message.createdAt}>{text}</time>;
}
