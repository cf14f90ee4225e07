// A dialog in which an emoji is found by a part of its name, and chosen with the keyboard alone as well.
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useMe } from '../api/account.js';
import { languageOfEmoji } from '../api/emoji-list.js';
import { useLanguage } from '../texts/texts.js';
import { hasKeyboard, isForInputMethod } from '../ui/keyboard.js';
import { LoadFailure, Loading } from '../ui/page.js';
import { TitledDialog } from '../ui/titled-dialog.js';
import { EmojiGroups, type ShownGroup } from './emoji-groups.js';
import { emojiGroups } from './emoji-rows.js';
import { findEmoji } from './find-emoji.js';
import { GroupButtons } from './group-buttons.js';
import { emojiQuery } from './load-emoji.js';
import { optionId } from './option-id.js';
import { readRecentEmoji, rememberEmoji } from './recent-emoji.js';
import { readSkinTone, storeSkinTone, withTone } from './skin-tone.js';
import { ToneChoice } from './tone-choice.js';
import { useActiveEmoji } from './use-active-emoji.js';
import './emoji.css';

interface EmojiPickerProps {
  readonly title: string;
  readonly onPick: (emoji: string) => void;
  readonly onClose: () => void;
}

export default function EmojiPicker({ title, onPick, onClose }: EmojiPickerProps) {
  const { texts, language } = useLanguage();
  const me = useMe().id;
  const [typed, setTyped] = useState('');
  const [tone, setTone] = useState(readSkinTone);
  const { data, error, refetch, isPending } = useQuery(emojiQuery(language));
  const groups = useGroups(data, typed, tone);
  const field = useRef<HTMLInputElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const listId = useId();
  const { active, index, moveTo, onMoveKey } = useActiveEmoji(frame, groups, typed !== '');

  function pick(emoji: string | undefined): void {
    if (emoji === undefined) return;
    rememberEmoji(me, emoji);
    onPick(emoji);
    onClose();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isForInputMethod(event.nativeEvent)) return;
    if (event.key === 'Enter') pick(active?.text);
    else if (!onMoveKey(event.key)) return;
    event.preventDefault();
  }

  return (
    <TitledDialog
      title={title}
      className="emoji-picker"
      onClose={onClose}
      {...(hasKeyboard && { initialFocus: field })}
    >
      <input
        ref={field}
        type="search"
        role="combobox"
        aria-expanded={groups.length > 0}
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={active && optionId(listId, index)}
        aria-label={texts.emoji.find}
        placeholder={texts.emoji.find}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKeyDown}
      />
      {typed === '' && data && <GroupButtons groups={groups} frame={frame} />}
      {isPending && <Loading />}
      {error && <LoadFailure error={error} onRetry={refetch} />}
      {data && groups.length === 0 && <p role="status">{texts.emoji.none}</p>}
      {groups.length > 0 && (
        <EmojiGroups
          {...{ id: listId, groups, frame, onPick: pick, onMove: moveTo }}
          lang={languageOfEmoji(language)}
        />
      )}
      <div className="emoji-foot">
        <p className="emoji-name" aria-hidden lang={languageOfEmoji(language)}>
          {active && `${active.name} ${active.shortcode}`}
        </p>
        <ToneChoice
          tone={tone}
          onTone={(next) => {
            setTone(next);
            storeSkinTone(me, next);
          }}
        />
      </div>
    </TitledDialog>
  );
}

/** More than that nobody looks through, and drawing them would delay the keys. */
const mostFound = 90;

/** Those that were chosen last come first; while somebody searches there is one group, the best ones first. */
function useGroups(
  data: Parameters<typeof findEmoji>[0] | undefined,
  typed: string,
  tone: ReturnType<typeof readSkinTone>,
): readonly ShownGroup[] {
  const { texts } = useLanguage();
  const [recent] = useState(readRecentEmoji);
  return useMemo(() => {
    const names = texts.emoji.groups;
    const toShown = (emoji: NonNullable<typeof data>[number]) => ({
      text: withTone(emoji, tone),
      name: emoji.name,
      shortcode: `:${emoji.shortcodes[0]}:`,
    });
    if (typed.trim() !== '') {
      const found = findEmoji(data ?? [], typed, mostFound).map(toShown);
      return found.length > 0 ? [{ key: 'found', name: texts.emoji.title, emoji: found }] : [];
    }
    const byText = new Map(data?.map((emoji) => [bare(emoji.text), emoji]));
    const shownRecent = recent.map((text) => {
      const known = byText.get(bare(text));
      return {
        text,
        name: known?.name ?? text,
        shortcode: known ? `:${known.shortcodes[0]}:` : '',
      };
    });
    const all = emojiGroups.map((group) => {
      const emoji = (data ?? []).filter((one) => one.group === group).map(toShown);
      return { key: `${group}`, name: names[group], emoji };
    });
    return [{ key: 'recent', name: texts.emoji.recent, emoji: shownRecent }, ...all].filter(
      ({ emoji }) => emoji.length > 0,
    );
  }, [data, typed, tone, recent, texts]);
}

/** Without its tone, and the selector that a tone takes away. */
const bare = (text: string) => text.replace(/[\p{Emoji_Modifier}\ufe0f]/gu, '');
