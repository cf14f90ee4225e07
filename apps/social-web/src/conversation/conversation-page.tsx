import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { partnerOf, useChat } from '../chats/chats.js';
import { friendsQuery, useOnline } from '../friends/friends.js';
import { FriendMenu } from '../friends/friend-menu.js';
import { Avatar } from '../layout/avatar.js';
import { Icon } from '../layout/icon.js';
import { personName } from '../layout/person-name.js';
import { useTyping } from '../live/typing.js';
import { useMe } from '../session/session.js';
import { useWords } from '../words/words.js';
import { Composer } from './composer.js';
import { EditingProvider } from './editing.js';
import { MessageList } from './message-list.js';
import './conversation.css';

export default function ConversationPage({ chatId }: { readonly chatId: string }) {
  const words = useWords();
  const { id: me } = useMe();
  const { data: relations } = useQuery(friendsQuery);
  const partnerId = partnerOf(chatId, me);
  const chat = useChat(chatId);
  const friend = relations?.friends.find(({ id }) => id === partnerId);
  const person = friend ?? chat?.person;
  if (chat === null || !relations) return <p role="status" aria-label={words.loading} />;
  if (!person) return <p className="chats-none">{words.conversation.unknown}</p>;

  const name = personName(person, words);
  return (
    <EditingProvider>
      <section className="conversation" aria-label={words.conversation.messages(name)}>
        <Header
          id={partnerId}
          name={name}
          image={person.image}
          chatId={chatId}
          isFriend={friend !== undefined}
        />
        <MessageList chatId={chatId} name={name} chat={chat} />
        {friend ? (
          <Composer chatId={chatId} name={name} />
        ) : (
          <p className="conversation-closed">{words.conversation.readOnly}</p>
        )}
      </section>
    </EditingProvider>
  );
}

interface HeaderProps {
  readonly id: string;
  readonly name: string;
  readonly image: string | null;
  readonly chatId: string;
  readonly isFriend: boolean;
}

function Header({ id, name, image, chatId, isFriend }: HeaderProps) {
  const words = useWords();
  const isOnline = useOnline().has(id);
  const isTyping = useTyping(chatId);
  return (
    <header className="conversation-header">
      <Link href="/chats" className="button-round conversation-back" aria-label={words.back}>
        <Icon name="back" />
      </Link>
      <Avatar id={id} name={name} image={image} online={isOnline} />
      <div>
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <p role="status" className="conversation-state">
          {isTyping ? words.conversation.typing(name) : isOnline ? words.friends.online : ''}
        </p>
      </div>
      {isFriend && <FriendMenu id={id} name={name} />}
    </header>
  );
}
