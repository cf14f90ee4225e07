import { useEffect, useId, useRef, type KeyboardEvent, type RefObject } from 'react';
import type { Message } from '../api/chats.js';
import { Attachments } from '../attachments/attachments.js';
import { useQueue, useQueuedChange } from '../store/use-queue.js';
import { useStore } from '../store/use-store.js';
import { useTexts } from '../texts/texts.js';
import { Icon } from '../ui/icon.js';
import { lazyComponent } from '../ui/lazy.js';
import { filesWords } from '../ui/message-words.js';
import { useTabIndex } from '../ui/roving-tabindex.js';
import { Time } from '../ui/time.js';
import { useConversation } from './conversation-context.js';
import { MessageMenu } from './message-menu.js';
import { QueuedNote, RefusedWords } from './queued-note.js';
import { Quote } from './quote.js';
import type { MessageRowProps } from './timeline.js';

export function MessageRow(props: MessageRowProps & { readonly rowKey: string }) {
  const { message, isContinued, endsGroup, isFound, rowKey } = props;
  const { name } = useConversation();
  const texts = useTexts();
  const { me } = useStore();
  const onKeyDown = useReplyKey(message);
  const isOwn = message.senderId === me;
  const tabIndex = useTabIndex();
  const id = useId();
  const row = useRef<HTMLElement>(null);
  useFocusWhenFound(row, isFound);
  const classes = ['message'];
  if (isOwn) classes.push('message-own');
  if (isContinued) classes.push('message-continued');
  if (!endsGroup) classes.push('message-followed');
  if (isFound) classes.push('message-found');
  return (
    <article
      ref={row}
      className={classes.join(' ')}
      tabIndex={tabIndex}
      data-row={rowKey}
      onKeyDown={onKeyDown}
      aria-keyshortcuts={onKeyDown && 'r'}
      aria-labelledby={partsOf(message)
        .map((part) => `${id}-${part}`)
        .join(' ')}
    >
      <h2 className="unseen" id={`${id}-sender`}>
        {isOwn ? texts.settings.profile : name}
      </h2>
      {message.forwarded && (
        <p className="message-forwarded" id={`${id}-forwarded`}>
          {texts.conversation.forwarded}
        </p>
      )}
      {message.replyTo && <Quote quote={message.replyTo} id={`${id}-quote`} />}
      <Content message={message} id={id} />
      <Reactions message={message} />
      <RefusedWords message={message} />
      <Foot {...props} id={`${id}-foot`} />
    </article>
  );
}

/** What names the row, in the order in which it is read out. */
function partsOf(message: Message): readonly string[] {
  const { forwarded, replyTo, attachments } = message;
  return [
    'sender',
    ...(forwarded ? ['forwarded'] : []),
    ...(replyTo ? ['quote'] : []),
    ...(attachments ? ['files'] : []),
    ...(isOfFilesAlone(message) ? [] : ['text']),
    'foot',
  ];
}

const isOfFilesAlone = ({ text, attachments }: Message) => attachments !== undefined && text === '';

/** Files stand above the words; without any, the menu is beside them. */
function Content({ message, id }: { readonly message: Message; readonly id: string }) {
  const { attachments } = message;
  const files = attachments && (
    <>
      <FilesName files={attachments} id={`${id}-files`} />
      <Attachments files={attachments} />
    </>
  );
  const isAlone = isOfFilesAlone(message);
  return (
    <>
      {files && !isAlone && <div className="message-line">{files}</div>}
      <div className={isAlone ? 'message-line message-line-files' : 'message-line'}>
        {isAlone ? files : <Bubble message={message} id={`${id}-text`} />}
        <MessageMenu message={message} />
      </div>
    </>
  );
}

interface FilesNameProps {
  readonly files: NonNullable<Message['attachments']>;
  readonly id: string;
}

/** What they are, and what their sender says that pictures show. */
function FilesName({ files, id }: FilesNameProps) {
  const texts = useTexts();
  const words = [filesWords(files, texts), ...files.flatMap(({ alt }) => alt ?? [])];
  return (
    <span className="unseen" id={id}>
      {words.join(', ')}
    </span>
  );
}

function Bubble({ message, id }: { readonly message: Message; readonly id: string }) {
  const { conversation } = useTexts();
  if (message.deletedAt)
    return (
      <p className="bubble bubble-deleted" id={id}>
        {conversation.deleted}
      </p>
    );
  return (
    <p className="bubble" dir="auto" id={id}>
      <MessageText text={message.text} />
    </p>
  );
}

/** R on a row replies to its message. By the place of the key: not every layout has the letter. */
function useReplyKey(message: Message) {
  const { reply } = useConversation();
  if (!reply || message.deletedAt !== null) return undefined;
  return (event: KeyboardEvent<HTMLElement>) => {
    const { altKey, ctrlKey, metaKey, shiftKey, repeat } = event.nativeEvent;
    const isOther = altKey || ctrlKey || metaKey || shiftKey || repeat;
    // Its buttons have keys of their own.
    if (isOther || event.target !== event.currentTarget || event.nativeEvent.code !== 'KeyR')
      return;
    // Otherwise the letter would be typed into the field.
    event.preventDefault();
    reply(message);
  };
}

/** The time stands once a group, what else is to be said below the message that it concerns. */
function Foot({ message, endsGroup, isLastRead, id }: MessageRowProps & { readonly id: string }) {
  const { conversation } = useTexts();
  const isPinned = useConversation().pinned.includes(message.seq);
  const queued = useQueuedChange(message);
  const isEdited = message.editedAt !== null && message.deletedAt === null;
  const isShown = endsGroup || isLastRead || isEdited || isPinned || queued !== null;
  return (
    <p className={isShown ? 'message-foot' : 'unseen'} id={id}>
      <Time at={message.createdAt} format="clock" className={endsGroup ? undefined : 'unseen'} />
      {isEdited && <span>{conversation.edited}</span>}
      {message.expiresAt !== undefined && <Ends at={message.expiresAt} />}
      {isPinned && (
        <span className="message-pinned">
          <Icon name="pin" /> {conversation.pinned}
        </span>
      )}
      {isLastRead && (
        <span className="message-read">
          <Icon name="read" /> {conversation.read}
        </span>
      )}
      {queued && <QueuedNote queued={queued} />}
    </p>
  );
}

/** When the message ends. */
function Ends({ at }: { readonly at: string }) {
  const { expiry } = useTexts();
  return (
    <span className="message-ends">
      <Icon name="timer" />
      <span className="unseen">
        {expiry.ends} <Time at={at} format="moment" />
      </span>
    </span>
  );
}

/** Retries on every frame, since the list hides a row until it has measured it. */
function useFocusWhenFound(row: RefObject<HTMLElement | null>, isFound: boolean): void {
  useEffect(() => {
    if (!isFound) return;
    let frame = 0;
    const focus = () => {
      row.current?.focus({ preventScroll: true });
      if (document.activeElement !== row.current) frame = requestAnimationFrame(focus);
    };
    focus();
    return () => cancelAnimationFrame(frame);
  }, [row, isFound]);
}

const LinkedText = lazyComponent(
  () => import('./linked-text.js'),
  ({ text }) => text,
);
/** Matches more than links: the library, loaded for such a text, decides what is one. */
const mayHoldLink = /\S\.\S|\/\//;

function MessageText({ text }: { readonly text: string }) {
  return mayHoldLink.test(text) ? <LinkedText text={text} /> : text;
}

/** Each emoji once with its count. Pressing one adds or removes the own reaction. */
function Reactions({ message }: { readonly message: Message }) {
  const texts = useTexts();
  const { me } = useStore();
  const queue = useQueue();
  const tabIndex = useTabIndex();
  const { chatId, seq, reactions } = message;
  if (reactions.length === 0) return null;
  return (
    <ul className="reactions">
      {[...new Set(reactions.map(({ emoji }) => emoji))].map((emoji) => {
        const users = reactions.filter((one) => one.emoji === emoji);
        const isMine = users.some(({ userId }) => userId === me);
        return (
          <li key={emoji}>
            <button
              className="reaction"
              tabIndex={tabIndex}
              aria-pressed={isMine}
              aria-label={texts.conversation.reacted(emoji, users.length, isMine)}
              // The second press of a double click would meet what takes the place of a reaction that is gone.
              onClick={({ detail }) =>
                detail < 2 && queue.add(chatId, { kind: 'react', seq, emoji, isOn: !isMine })
              }
            >
              {emoji} {users.length}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
