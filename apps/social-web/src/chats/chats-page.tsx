import { lazy, Suspense } from 'react';
import { useWords } from '../words/words.js';
import { ChatList } from './chat-list.js';
import './chats.css';

const ConversationPage = lazy(() => import('../conversation/conversation-page.js'));

/** On a wide screen the list and a conversation side by side, on a narrow one either. */
export function ChatsPage({ chatId }: { readonly chatId: string | null }) {
  const words = useWords();
  return (
    <div className={chatId ? 'chats chats-open' : 'chats'}>
      <section className="chats-list" aria-labelledby="chats-title">
        <h1 id="chats-title">{words.chats.title}</h1>
        <ChatList current={chatId} />
      </section>
      {chatId ? (
        <Suspense fallback={<p role="status" aria-label={words.loading} />}>
          <ConversationPage key={chatId} chatId={chatId} />
        </Suspense>
      ) : (
        <p className="chats-none">{words.chats.choose}</p>
      )}
    </div>
  );
}
