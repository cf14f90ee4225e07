// Shortcodes of emoji in the field. Guarantees: only what was typed changes, never what was pasted or what an undo brought back, and
// nothing while an input method composes.
//   `:sm`      → a list of emoji, the first one marked: Enter and Tab take it, arrows move, Escape closes it
//   `:smile:`  → the emoji in its place, as soon as the list of emoji is there
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  useEffect,
  useId,
  useMemo,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { useMe } from '../api/account.js';
import type { Emoji } from '../emoji/emoji-rows.js';
import { emojiOfShortcode, findEmoji } from '../emoji/find-emoji.js';
import { emojiQuery } from '../emoji/load-emoji.js';
import { rememberEmoji } from '../emoji/recent-emoji.js';
import { closedShortcode, openShortcode, type Shortcode } from '../emoji/shortcodes.js';
import { readSkinTone, withTone } from '../emoji/skin-tone.js';
import { useLanguage } from '../texts/texts.js';
import { insertText } from './insert-text.js';

/** As many as stand above a field on a phone. */
const most = 6;

export function useShortcodes(field: RefObject<HTMLTextAreaElement | null>) {
  const { language } = useLanguage();
  const me = useMe().id;
  const client = useQueryClient();
  const listId = useId();
  const [sought, setSought] = useState<Shortcode | null>(null);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const query = emojiQuery(language);
  const { data } = useQuery({ ...query, enabled: sought !== null });
  const code = sought?.start === dismissed ? undefined : sought?.code;
  const found = useMemo(
    () => (data && code !== undefined ? findEmoji(data, code, most) : []),
    [data, code],
  );
  const active = Math.min(chosen, found.length - 1);
  useCaret(field, sought, setSought);

  function put(emoji: Emoji, { start, end }: Shortcode): void {
    const text = withTone(emoji, readSkinTone());
    rememberEmoji(me, text);
    insertText(field.current!, text, start, end);
    setSought(null);
  }

  async function putClosed(closed: Shortcode): Promise<void> {
    const known = data ?? (await client.fetchQuery(query).catch(() => []));
    const emoji = emojiOfShortcode(known, closed.code);
    const { current } = field;
    const isThere = current?.value.slice(closed.start, closed.end) === `:${closed.code}:`;
    if (emoji && isThere && document.activeElement === current) put(emoji, closed);
  }

  return {
    listId,
    found,
    active,
    isOpen: found.length > 0,
    onInput({ nativeEvent }: FormEvent<HTMLTextAreaElement>): void {
      const { value, selectionEnd } = field.current!;
      const { inputType = '', isComposing } = nativeEvent as InputEvent;
      const isTyped = inputType === 'insertText' || inputType === 'insertCompositionText';
      const next =
        isTyped || inputType.startsWith('delete') ? openShortcode(value, selectionEnd) : null;
      if (next?.start !== sought?.start) setDismissed(null);
      setSought(next);
      setChosen(0);
      if (inputType !== 'insertText' || isComposing) return;
      const closed = closedShortcode(value, selectionEnd);
      if (closed) void putClosed(closed);
    },
    /** Whether the key was one of the list's. */
    onKey(event: KeyboardEvent): boolean {
      if (found.length === 0 || !sought || event.ctrlKey || event.metaKey || event.altKey)
        return false;
      const { key, shiftKey } = event;
      if ((key === 'Enter' || key === 'Tab') && !shiftKey) put(found[active]!, sought);
      else if (key === 'ArrowDown') setChosen((active + 1) % found.length);
      else if (key === 'ArrowUp') setChosen((active + found.length - 1) % found.length);
      else if (key === 'Escape') setDismissed(sought.start);
      else return false;
      event.preventDefault();
      return true;
    },
    pick: (emoji: Emoji) => sought && put(emoji, sought),
  };
}

export type Shortcodes = ReturnType<typeof useShortcodes>;

/** What is no longer in front of the caret, or in a field without the focus, is no longer being typed. */
function useCaret(
  field: RefObject<HTMLTextAreaElement | null>,
  sought: Shortcode | null,
  setSought: (sought: null) => void,
): void {
  useEffect(() => {
    if (!sought) return;
    const watching = new AbortController();
    const look = () => {
      const { value, selectionEnd } = field.current!;
      // While somebody types, the event comes before what was typed is drawn.
      if (openShortcode(value, selectionEnd)?.start !== sought.start) setSought(null);
    };
    document.addEventListener('selectionchange', look, { signal: watching.signal });
    field.current?.addEventListener('blur', () => setSought(null), { signal: watching.signal });
    return () => watching.abort();
  }, [field, sought, setSought]);
}
