import type { Message } from '../chats/chats.js';
import { useMe } from '../session/session.js';
import { useTabIndex } from '../layout/roving.js';
import { useWords } from '../words/words.js';
import { useReaction } from './message-changes.js';

/** Each emoji once with its number; pressing one adds or takes back one's own. */
export function Reactions({ message }: { readonly message: Message }) {
  const words = useWords();
  const { id: me } = useMe();
  const { mutate } = useReaction();
  const tabIndex = useTabIndex();
  if (message.reactions.length === 0) return null;
  const kinds = [...new Set(message.reactions.map(({ emoji }) => emoji))];
  return (
    <ul className="reactions">
      {kinds.map((emoji) => {
        const users = message.reactions.filter((one) => one.emoji === emoji);
        const isMine = users.some(({ userId }) => userId === me);
        return (
          <li key={emoji}>
            <button
              className="reaction"
              tabIndex={tabIndex}
              aria-pressed={isMine}
              aria-label={words.conversation.reacted(emoji, users.length, isMine)}
              onClick={() => mutate({ message, emoji, isOn: !isMine })}
            >
              {emoji} {users.length}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
