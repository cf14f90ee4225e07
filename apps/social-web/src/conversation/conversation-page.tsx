import { useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { useMe } from '../api/account.js';
import { partnerOf, type Chat } from '../api/chats.js';
import { friendsQuery } from '../api/friends.js';
import { isBegun, watchDrafts } from '../api/kept-drafts.js';
import { useOnline, useTyping } from '../api/presence.js';
import { listPathOf } from '../chat-menu/chat-lists.js';
import { friendOf, nobody } from '../store/partner.js';
import { useIsMuted } from '../store/use-muted.js';
import { useChat } from '../store/use-store.js';
import { useWaitingMessage } from '../store/use-waiting.js';
import { useTexts } from '../texts/texts.js';
import { Icon } from '../ui/icon.js';
import { MutedSign } from '../ui/muted-sign.js';
import { Loading } from '../ui/page.js';
import { Avatar, personName } from '../ui/person.js';
import { ClosedComposer } from './closed-composer.js';
import { Composer } from './composer.js';
import { ConversationProvider, useConversation } from './conversation-context.js';
import { MessageList } from './message-list.js';
import { ExpirySign } from './expiry-sign.js';
import { PinnedBar } from './pinned-bar.js';
import { PartnerMenu, type FriendMenu } from './partner-menu.js';
import './conversation.css';

/** Also what a copy on the device from the release before says of it. */
const none: readonly number[] = [];

interface ConversationPageProps {
  readonly chatId: string;
  readonly FriendMenu: FriendMenu;
}

export function ConversationPage({ chatId, FriendMenu }: ConversationPageProps) {
  const texts = useTexts();
  const { id: me } = useMe();
  const { data: relations } = useQuery(friendsQuery);
  const chat = useChatOnceKnown(chatId);
  const friend = friendOf(relations?.friends, chatId, me);
  // What waits for somebody who is no friend any more, or was begun for them, can be seen, and discarded.
  const isWaiting = useWaitingMessage(chatId) !== null;
  const isLeftHere = useSyncExternalStore(watchDrafts, () => isBegun(chatId));
  const isLeft = isWaiting || isLeftHere;
  const person = friend ?? chat?.person ?? (isLeft ? nobody(partnerOf(chatId, me)) : undefined);
  if (!relations) return <Loading />;
  if (!person) return chat === null ? <Loading /> : <UnknownConversation />;

  const known = chat ?? undefined;
  // With a former friend with whom nothing was written there is no history to ask for.
  const hasRows = known !== undefined || friend !== undefined || isWaiting;
  const id = partnerOf(chatId, me);
  const name = personName(person, texts);
  const isBlocked = relations.blocked.some((one) => one.id === id);
  return (
    <ConversationProvider
      {...{ chatId, name }}
      canWrite={friend !== undefined}
      pinned={chat?.pinned ?? none}
    >
      <section className="conversation" aria-label={name}>
        <div>
          <header className="conversation-header">
            <Partner id={id} image={person.image} back={listPathOf(chat)} />
            <ChatMutedSign chat={known} />
            {!isBlocked && (
              <PartnerMenu
                {...{ id, name, FriendMenu }}
                chat={known}
                isFriend={friend !== undefined}
              />
            )}
          </header>
          <ExpirySign chat={chat} />
          <PinnedBar />
        </div>
        {/* The history begins where what is unread does; a friend can be written to before that is known. */}
        {chat === null ? <Loading /> : hasRows && <MessageList chat={chat} />}
        {friend ? (
          <Composer />
        ) : (
          <ClosedComposer
            reason={isBlocked ? texts.conversation.blocked : texts.conversation.readOnly}
          />
        )}
      </section>
    </ConversationProvider>
  );
}

/** One without a message is looked for again whenever the list is read anew; its history stays meanwhile. */
function useChatOnceKnown(chatId: string): Chat | null | undefined {
  const found = useChat(chatId);
  const [isKnown, setKnown] = useState(false);
  if (found !== null && !isKnown) setKnown(true);
  return found === null && isKnown ? undefined : found;
}

/** Somebody else's, or of a former friend with whom nothing was written. A phone shows nothing else. */
function UnknownConversation() {
  const texts = useTexts();
  return (
    <section className="conversation-unknown">
      <h1 className="unseen">{texts.chats.title}</h1>
      <p role="status">{texts.conversation.unknown}</p>
      <Link href="/chats" className="button">
        {texts.conversation.toChats}
      </Link>
    </section>
  );
}

function ChatMutedSign({ chat }: { readonly chat: Chat | undefined }) {
  return useIsMuted(chat) && <MutedSign />;
}

interface PartnerProps {
  readonly id: string;
  readonly image: string | null;
  /** The list in which the chat stands. */
  readonly back: string;
}

function Partner({ back, ...person }: PartnerProps) {
  const texts = useTexts();
  const { chatId, name } = useConversation();
  const isOnline = useOnline().has(person.id);
  const isTyping = useTyping(chatId);
  return (
    <>
      <Link href={back} className="button-round conversation-back" aria-label={texts.back}>
        <Icon name="back" />
      </Link>
      <Avatar person={person} name={name} online={isOnline} />
      <div>
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <p role="status" className="conversation-state">
          {isTyping ? texts.conversation.typing(name) : isOnline ? texts.friends.online : ''}
        </p>
      </div>
    </>
  );
}
