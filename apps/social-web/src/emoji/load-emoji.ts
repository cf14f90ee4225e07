import { queryOptions } from '@tanstack/react-query';
import { languageOfEmoji, loadEmojiList } from '../api/emoji-list.js';
import { toEmoji } from './emoji-rows.js';

export const emojiQuery = (language: string) =>
  queryOptions({
    queryKey: ['emoji', languageOfEmoji(language)],
    queryFn: async () => (await loadEmojiList(language)).map(toEmoji),
    // Without a network the browser may still have it.
    networkMode: 'always',
    staleTime: 'static',
    retry: false,
  });
