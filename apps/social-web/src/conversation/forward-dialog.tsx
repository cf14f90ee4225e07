import { useQuery } from '@tanstack/react-query';
import type { Message } from '../api/chats.js';
import { friendsQuery } from '../api/friends.js';
import { newId } from '../api/new-id.js';
import { useQueue } from '../store/use-queue.js';
import { useTexts } from '../texts/texts.js';
import { personName } from '../ui/person.js';
import { PersonPicker } from '../ui/person-picker.js';
import { useToast } from '../ui/toasts.js';

interface ForwardDialogProps {
  readonly message: Message;
  readonly onClose: () => void;
}

/** Asks to which friend a message goes. It waits in the queue of that chat like one that was written there. */
export default function ForwardDialog({ message, onClose }: ForwardDialogProps) {
  const texts = useTexts();
  const queue = useQueue();
  const toast = useToast();
  const { data } = useQuery(friendsQuery);
  const { id, chatId, seq } = message;
  return (
    <PersonPicker
      title={texts.conversation.forwardTo}
      people={data?.friends}
      onPick={(friend) => {
        queue.add(friend.chatId, {
          ...{ kind: 'forward', clientId: newId(), original: { id, chatId, seq } },
        });
        toast({ text: texts.conversation.onItsWay(personName(friend, texts)) });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
