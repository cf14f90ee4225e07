/** Of the choice of emoji. */
export const emoji = {
  emoji: {
    open: 'Choose an emoji',
    title: 'Emoji',
    find: 'Find an emoji',
    none: 'No emoji of that name.',
    recent: 'Used last',
    more: 'Another emoji',
    suggested: 'Emoji that begin so',
    /** By the number that the data has for them. */
    groups: {
      0: 'Smileys and feelings',
      1: 'People and bodies',
      3: 'Animals and nature',
      4: 'Food and drink',
      5: 'Travel and places',
      6: 'Activities',
      7: 'Objects',
      8: 'Symbols',
      9: 'Flags',
    },
    tone: 'Skin tone',
    /** None, and from light to dark. */
    tones: ['No skin tone', 'Light', 'Medium light', 'Medium', 'Medium dark', 'Dark'],
  },
};

export type EmojiTexts = typeof emoji;
