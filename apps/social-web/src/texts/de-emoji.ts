import type { EmojiTexts } from './en-emoji.js';

export const emoji: EmojiTexts = {
  emoji: {
    open: 'Emoji auswählen',
    title: 'Emoji',
    find: 'Emoji suchen',
    none: 'Kein Emoji mit diesem Namen.',
    recent: 'Zuletzt verwendet',
    more: 'Ein anderes Emoji',
    suggested: 'Emoji, die so beginnen',
    groups: {
      0: 'Smileys und Gefühle',
      1: 'Menschen und Körper',
      3: 'Tiere und Natur',
      4: 'Essen und Trinken',
      5: 'Reisen und Orte',
      6: 'Aktivitäten',
      7: 'Gegenstände',
      8: 'Symbole',
      9: 'Flaggen',
    },
    tone: 'Hautton',
    tones: ['Ohne Hautton', 'Hell', 'Mittelhell', 'Mittel', 'Mitteldunkel', 'Dunkel'],
  },
};
