import { useState, type ComponentType } from 'react';
import type { Chat } from '../api/chats.js';
import { useChatActions } from '../chat-menu/chat-actions.js';
import { useTexts } from '../texts/texts.js';
import { lazyComponent } from '../ui/lazy.js';
import type { MenuAction } from '../ui/menu.js';

const ExpiryDialog = lazyComponent(() => import('./expiry-dialog.js'));

export interface PartnerMenuProps {
  readonly id: string;
  readonly name: string;
  readonly isFriend: boolean;
}

export type FriendMenu = ComponentType<
  PartnerMenuProps & {
    /** Of the chat, above those of the person. */
    readonly chatActions: readonly MenuAction[];
    readonly chatError: unknown;
  }
>;

interface Props extends PartnerMenuProps {
  /** Without a message nothing can be done with it. */
  readonly chat: Chat | undefined;
  readonly FriendMenu: FriendMenu;
}

export function PartnerMenu({ chat, FriendMenu, ...person }: Props) {
  const { expiry } = useTexts();
  const { actions, error } = useChatActions(chat, person.name);
  const [isOpen, setOpen] = useState(false);
  // Also before the first message. Only friends can set it.
  const ending = person.isFriend ? [{ text: expiry.open, onSelect: () => setOpen(true) }] : [];
  return (
    <>
      <FriendMenu {...person} chatActions={[...actions, ...ending]} chatError={error} />
      {isOpen && <ExpiryDialog onClose={() => setOpen(false)} />}
    </>
  );
}
