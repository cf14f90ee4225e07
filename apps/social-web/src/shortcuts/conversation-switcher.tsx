import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { friendsQuery } from '../api/friends.js';
import { useChatList } from '../store/use-store.js';
import { useTexts } from '../texts/texts.js';
import { PersonPicker, type ListedPerson } from '../ui/person-picker.js';

/** Leads to a conversation: those of the list in its order, then friends to whom nothing was written yet. */
export default function ConversationSwitcher({ onClose }: { readonly onClose: () => void }) {
  const { shortcuts } = useTexts();
  const [, navigate] = useLocation();
  const { chats, isLoaded } = useChatList();
  const { data } = useQuery(friendsQuery);
  const listed = chats.map(({ chatId, person }) => ({ ...person, chatId }));
  const others = (data?.friends ?? []).filter(
    ({ chatId }) => !chats.some((chat) => chat.chatId === chatId),
  );
  const people: readonly ListedPerson[] = [...listed, ...others];
  return (
    <PersonPicker
      title={shortcuts.goTo}
      people={isLoaded ? people : undefined}
      onPick={({ chatId }) => {
        onClose();
        navigate(`/chats/${chatId}`);
      }}
      onClose={onClose}
    />
  );
}
