import type { ComponentType } from 'react';
import type { Chat } from '../api/chats.js';
import { useChatActions } from '../chat-menu/chat-actions.js';
import type { MenuAction } from '../ui/menu.js';

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
  const { actions, error } = useChatActions(chat, person.name);
  return <FriendMenu {...person} chatActions={actions} chatError={error} />;
}
