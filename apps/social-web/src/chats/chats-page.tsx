import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ChatListName } from '../chat-menu/chat-lists.js';
import { useStore } from '../store/use-store.js';
import { useTexts } from '../texts/texts.js';
import { Icon } from '../ui/icon.js';
import { ChatList } from './chat-list.js';
import { ListLink } from './list-link.js';
import './chats.css';

interface ChatsPageProps {
  /** Of the open conversation. */
  readonly chatId: string | null;
  /** To which the address leads; null for a conversation. */
  readonly list: ChatListName | null;
  /** The open conversation. */
  readonly children: ReactNode;
}

/** On a wide screen the list beside the conversation, on a narrow one either. */
export function ChatsPage({ chatId, list, children }: ChatsPageProps) {
  const texts = useTexts();
  const [shown, setShown] = useShownList(chatId, list);
  const frame = useFocusOnList(shown);
  const isArchive = shown === 'archive';
  // A conversation has the first heading of its page; on a phone it is all there is.
  const Heading = chatId ? 'h2' : 'h1';
  return (
    <div className={chatId ? 'chats chats-open' : 'chats'}>
      <section className="chats-list" aria-labelledby="chats-title" ref={frame}>
        <div className="chats-head">
          {isArchive && (
            <ListLink
              to="all"
              {...{ chatId, onShow: setShown }}
              className="button-round"
              label={texts.conversation.toChats}
            >
              <Icon name="back" />
            </ListLink>
          )}
          <Heading id="chats-title">{isArchive ? texts.archive.title : texts.chats.title}</Heading>
        </div>
        <ChatList key={shown} list={shown} current={chatId} onShow={setShown} />
      </section>
      {children ?? <p className="chats-none">{texts.chats.choose}</p>}
    </div>
  );
}

/** Beside a conversation stands the list from which it was opened. */
function useShownList(chatId: string | null, list: ChatListName | null) {
  const store = useStore();
  const [shown, setShown] = useState<ChatListName>(
    () => list ?? (store.chat(chatId ?? '')?.archived ? 'archive' : 'all'),
  );
  const [before, setBefore] = useState(list);
  if (list !== before) {
    setBefore(list);
    if (list !== null) setShown(list);
  }
  return [list ?? shown, setShown] as const;
}

/** Whoever goes to the other list goes on at the way between the two, if their place is gone. */
function useFocusOnList(shown: ChatListName) {
  const frame = useRef<HTMLElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    const isChanged = before.current !== shown;
    before.current = shown;
    if (isChanged && document.activeElement === document.body)
      frame.current?.querySelector<HTMLElement>('[data-list]')?.focus();
  }, [shown]);
  return frame;
}
