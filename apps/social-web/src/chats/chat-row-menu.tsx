import type { Chat } from '../api/chats.js';
import { useChatActions } from '../chat-menu/chat-actions.js';
import { Menu } from '../ui/menu.js';

interface ChatRowMenuProps {
  readonly chat: Chat;
  /** Of the partner. */
  readonly name: string;
  readonly label: string;
}

/** Its button was pressed before it was loaded. */
export default function ChatRowMenu({ chat, name, label }: ChatRowMenuProps) {
  const { actions, error } = useChatActions(chat, name);
  return <Menu {...{ label, actions, error }} startsOpen />;
}
