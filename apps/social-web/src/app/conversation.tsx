import { ConversationPage } from '../conversation/conversation-page.js';
import { FriendMenu } from '../friends/friend-menu.js';

/** A conversation with the menu of the friend it is held with. */
export function Conversation({ chatId }: { readonly chatId: string }) {
  return <ConversationPage chatId={chatId} FriendMenu={FriendMenu} />;
}
