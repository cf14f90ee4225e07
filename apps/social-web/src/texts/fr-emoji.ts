import type { EmojiTexts } from './en-emoji.js';

export const emoji: EmojiTexts = {
  emoji: {
    open: 'Choisir un emoji',
    title: 'Emojis',
    find: 'Chercher un emoji',
    none: 'Aucun emoji de ce nom.',
    recent: 'Derniers utilisés',
    more: 'Un autre emoji',
    suggested: 'Emojis qui commencent ainsi',
    groups: {
      0: 'Smileys et émotions',
      1: 'Personnes et corps',
      3: 'Animaux et nature',
      4: 'Nourriture et boissons',
      5: 'Voyages et lieux',
      6: 'Activités',
      7: 'Objets',
      8: 'Symboles',
      9: 'Drapeaux',
    },
    tone: 'Teinte de peau',
    tones: [
      'Sans teinte de peau',
      'Claire',
      'Moyenne claire',
      'Moyenne',
      'Moyenne foncée',
      'Foncée',
    ],
  },
};
