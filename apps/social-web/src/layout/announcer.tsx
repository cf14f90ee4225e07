import type { Message } from '../chats/chats.js';
import { useChatPerson } from '../chats/chat-person.js';
import { useAnnouncements } from '../live/announcements.js';
import { useWords } from '../words/words.js';
import { personName } from './person-name.js';

/** Has a screen reader say what comes in, in whichever conversation; the list of messages itself is too restless. */
export function Announcer() {
  const messages = useAnnouncements();
  return (
    <div className="unseen" role="log" aria-live="polite">
      {messages.map((message) => (
        <Announcement key={message.id} message={message} />
      ))}
    </div>
  );
}

function Announcement({ message }: { readonly message: Message }) {
  const words = useWords();
  const name = personName(useChatPerson(message.chatId), words);
  return <p>{words.conversation.said(name, message.text)}</p>;
}
