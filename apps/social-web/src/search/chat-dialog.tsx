import { useQuery } from '@tanstack/react-query';
import { friendsQuery } from '../api/friends.js';
import { useTexts } from '../texts/texts.js';
import { PersonPicker } from '../ui/person-picker.js';

interface ChatDialogProps {
  readonly onPick: (chatId: string) => void;
  readonly onClose: () => void;
}

/** Asks with which friend the conversation is that is searched. */
export default function ChatDialog({ onPick, onClose }: ChatDialogProps) {
  const { search } = useTexts();
  const { data } = useQuery(friendsQuery);
  return (
    <PersonPicker
      title={search.inChat}
      people={data?.friends}
      onPick={({ chatId }) => onPick(chatId)}
      onClose={onClose}
    />
  );
}
