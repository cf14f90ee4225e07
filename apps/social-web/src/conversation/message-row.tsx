import type { Message } from '../chats/chats.js';
import { useMe } from '../session/session.js';
import { useLanguage, useWords } from '../words/words.js';
import { MessageMenu } from './message-menu.js';
import { MessageText } from './message-text.js';
import { Reactions } from './reactions.js';

export interface MessageRowProps {
  readonly message: Message;
  readonly name: string;
  readonly isContinued: boolean;
  /** The newest own one that the other has read. */
  readonly isLastRead: boolean;
}

export function MessageRow({ message, name, isContinued, isLastRead }: MessageRowProps) {
  const words = useWords();
  const me = useMe();
  const isOwn = message.senderId === me.id;
  const classes = ['message'];
  if (isOwn) classes.push('message-own');
  if (isContinued) classes.push('message-continued');
  return (
    <article className={classes.join(' ')}>
      <h4 className="unseen">{isOwn ? words.settings.profile : name}</h4>
      <div className="message-line">
        {message.deletedAt ? (
          <p className="bubble bubble-deleted">{words.conversation.deleted}</p>
        ) : (
          <p className="bubble" dir="auto">
            <MessageText text={message.text} />
          </p>
        )}
        <MessageMenu message={message} isOwn={isOwn} />
      </div>
      <Reactions message={message} />
      <p className="message-foot">
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
