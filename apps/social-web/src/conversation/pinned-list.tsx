import { useEffect } from 'react';
import { Link } from 'wouter';
import { cutText } from '../store/cut-text.js';
import { useQueue } from '../store/use-queue.js';
import { useStore } from '../store/use-store.js';
import { useTexts } from '../texts/texts.js';
import { Icon } from '../ui/icon.js';
import { messageWords } from '../ui/message-words.js';
import { Time } from '../ui/time.js';
import { TitledDialog } from '../ui/titled-dialog.js';
import { useConversation } from './conversation-context.js';
import { usePinnedMessages } from './pinned-messages.js';

/** All pinned messages, the newest pin first. Closed with the last of them. */
export default function PinnedList({ onClose }: { readonly onClose: () => void }) {
  const { conversation: texts } = useTexts();
  const { pinned } = useConversation();
  const messages = usePinnedMessages();
  const isEmpty = pinned.length === 0;
  useEffect(() => {
    if (isEmpty) onClose();
  }, [isEmpty, onClose]);
  return (
    <TitledDialog title={texts.pinnedMessages} onClose={onClose}>
      <ul className="pinned-list">
        {messages.map((message, index) => {
          const seq = pinned.at(-1 - index)!;
          return <Pinned key={seq} {...{ seq, message, onClose }} />;
        })}
      </ul>
    </TitledDialog>
  );
}

interface PinnedProps {
  readonly seq: number;
  readonly message: ReturnType<typeof usePinnedMessages>[number];
  readonly onClose: () => void;
}

function Pinned({ seq, message, onClose }: PinnedProps) {
  const texts = useTexts();
  const queue = useQueue();
  const { me } = useStore();
  const { chatId, name, showMessage, reply } = useConversation();
  const show = () => {
    showMessage(seq);
    onClose();
  };
  const sender = message?.senderId === me ? texts.settings.profile : name;
  const label = texts.conversation.unpin;
  const words = message ? messageWords(message, texts) : '…';
  return (
    <li>
      <Link className="pinned-entry" href={`/chats/${chatId}?at=${seq}`} onClick={show}>
        <bdi className="quote-name">{message && sender}</bdi>
        {message && <Time at={message.createdAt} format="short" />}
        <span dir="auto">{words}</span>
      </Link>
      {reply && (
        <button
          className="button-round"
          aria-label={message ? `${label}: ${cutText(words, 60)}` : label}
          title={label}
          onClick={() => queue.add(chatId, { kind: 'pin', seq, isOn: false })}
        >
          <Icon name="close" />
        </button>
      )}
    </li>
  );
}
