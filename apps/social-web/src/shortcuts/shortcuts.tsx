// Keys that work on every page. The dialogs that they open are loaded when they are pressed first.
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useRoute } from 'wouter';
import { useChatList } from '../store/use-store.js';
import { isForInputMethod } from '../ui/keyboard.js';
import { lazyComponent } from '../ui/lazy.js';
import { isCommand } from './command-key.js';
import { isUnread, nextChat } from './next-chat.js';
import { hasSingleKeys } from './single-keys.js';

const ConversationSwitcher = lazyComponent(() => import('./conversation-switcher.js'));
const ShortcutList = lazyComponent(() => import('./shortcut-list.js'));

type Dialog = 'switcher' | 'list';

export function Shortcuts() {
  const [open, setOpen] = useState<Dialog | null>(null);
  const step = useStep();
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (document.querySelector('[role="dialog"]')) return;
    const dialog = dialogOf(event);
    const steps = stepOf(event);
    if (!dialog && !steps) return;
    event.preventDefault();
    if (dialog) setOpen(dialog);
    else step(steps, event.shiftKey);
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && !isForInputMethod(event)) act(event);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  const close = () => setOpen(null);
  return (
    <>
      {open === 'switcher' && <ConversationSwitcher onClose={close} />}
      {open === 'list' && <ShortcutList onClose={close} />}
    </>
  );
}

const hasFocus = (selector: string) => document.activeElement?.matches(selector) ?? false;

function dialogOf(event: KeyboardEvent): Dialog | null {
  if (isCommand(event, 'k')) return 'switcher';
  const isAlone = !event.altKey && !event.ctrlKey && !event.metaKey;
  const isWriting = hasFocus('input, textarea, select, [contenteditable]');
  return event.key === '?' && isAlone && !isWriting && hasSingleKeys() ? 'list' : null;
}

/** So many conversations further down; 0 for none. */
function stepOf({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): 1 | -1 | 0 {
  // Alt and an arrow open a list of choices.
  if (!altKey || ctrlKey || metaKey || hasFocus('select, [aria-haspopup]')) return 0;
  return key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
}

/** To the conversation below or above, or to one with unread messages. */
function useStep() {
  const { chats } = useChatList();
  const [, navigate] = useLocation();
  const [, opened] = useRoute<{ chatId: string }>('/chats/:chatId');
  return (step: 1 | -1 | 0, isOnlyUnread: boolean) => {
    if (step === 0) return;
    const listed = chats.filter(({ archived }) => !archived);
    const next = nextChat(
      listed,
      opened?.chatId ?? null,
      step,
      isOnlyUnread ? isUnread : undefined,
    );
    if (next) navigate(`/chats/${next.chatId}`);
  };
}
