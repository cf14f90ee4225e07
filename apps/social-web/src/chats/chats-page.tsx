import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts.js';
import { ChatList } from './chat-list.js';
import './chats.css';

interface ChatsPageProps {
  /** Of the open conversation. */
  readonly chatId: string | null;
  /** The open conversation. */
  readonly children: ReactNode;
}

/** On a wide screen the list beside the conversation, on a narrow one either. */
export function ChatsPage({ chatId, children }: ChatsPageProps) {
  const texts = useTexts();
  // A conversation has the first heading of its page; on a phone it is all there is.
  const Heading = chatId ? 'h2' : 'h1';
  return (
    <div className={chatId ? 'chats chats-open' : 'chats'}>
      <section className="chats-list" aria-labelledby="chats-title">
        <Heading id="chats-title">{texts.chats.title}</Heading>
        <ChatList current={chatId} />
      </section>
      {children ?? <p className="chats-none">{texts.chats.choose}</p>}
    </div>
  );
}
