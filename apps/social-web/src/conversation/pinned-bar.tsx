// The newest pinned message above the conversation, and the way to all of them.
import { useState } from 'react';
import { Link } from 'wouter';
import { useTexts } from '../texts/texts.js';
import { Icon } from '../ui/icon.js';
import { lazyComponent } from '../ui/lazy.js';
import { messageWords } from '../ui/message-words.js';
import { useConversation } from './conversation-context.js';
import { usePinnedMessages } from './pinned-messages.js';

const loadList = () => import('./pinned-list.js');
const PinnedList = lazyComponent(loadList);

export function PinnedBar() {
  const { pinned } = useConversation();
  return pinned.length > 0 && <Bar />;
}

function Bar() {
  const texts = useTexts();
  const { conversation } = texts;
  const { chatId, showMessage, pinned } = useConversation();
  const [newest] = usePinnedMessages();
  const [isOpen, setOpen] = useState(false);
  const seq = pinned.at(-1)!;
  const prepare = () => void loadList().catch(() => {});
  return (
    <section className="pinned" aria-label={conversation.pinnedMessages}>
      <Link
        className="pinned-newest"
        href={`/chats/${chatId}?at=${seq}`}
        onClick={() => showMessage(seq)}
      >
        <Icon name="pin" />
        <span className="unseen">{conversation.pinned}: </span>
        <span dir="auto">{newest ? messageWords(newest, texts) : '…'}</span>
      </Link>
      <button
        className="button-text pinned-all"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpen(true)}
      >
        {conversation.allPinned(pinned.length)}
      </button>
      {isOpen && <PinnedList onClose={() => setOpen(false)} />}
    </section>
  );
}
