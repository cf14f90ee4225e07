import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Chat } from '../api/chats.js';
import { expiryQuery } from '../api/expiry.js';
import { useLanguage } from '../texts/texts.js';
import { durationText } from '../ui/duration.js';
import { Icon } from '../ui/icon.js';
import { lazyComponent } from '../ui/lazy.js';
import { useConversation } from './conversation-context.js';

const ExpiryDialog = lazyComponent(() => import('./expiry-dialog.js'));

/** Above the conversation while its messages end: both see it, and are told when the other one changes it. */
export function ExpirySign({ chat }: { readonly chat: Chat | null | undefined }) {
  const { texts, locale } = useLanguage();
  const { reply } = useConversation();
  const [isOpen, setOpen] = useState(false);
  const seconds = useExpirySeconds(chat);
  const text = seconds === null ? '' : texts.expiry.sign(durationText(seconds, locale));
  return (
    <>
      <div role="status" className="expiry">
        {text && (
          <>
            <Icon name="timer" />
            {/* Only friends can change it. */}
            {reply ? (
              <button className="button-text" onClick={() => setOpen(true)}>
                {text}
              </button>
            ) : (
              text
            )}
          </>
        )}
      </div>
      {isOpen && <ExpiryDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** Before the first message the list of chats, which says it, has none. */
function useExpirySeconds(chat: Chat | null | undefined): number | null {
  const { chatId, reply } = useConversation();
  const isBegun = chat !== undefined;
  const { data } = useQuery({ ...expiryQuery(chatId), enabled: !isBegun && reply !== null });
  return (isBegun ? chat?.expirySeconds : data) ?? null;
}
