import type { EmojiTexts } from './en-emoji.js';

export const emoji: EmojiTexts = {
  emoji: {
    open: 'Elegir un emoji',
    title: 'Emojis',
    find: 'Buscar un emoji',
    none: 'No hay ningún emoji con ese nombre.',
    recent: 'Últimos usados',
    more: 'Otro emoji',
    suggested: 'Emojis que empiezan así',
    groups: {
      0: 'Caras y emociones',
      1: 'Personas y cuerpo',
      3: 'Animales y naturaleza',
      4: 'Comida y bebida',
      5: 'Viajes y lugares',
      6: 'Actividades',
      7: 'Objetos',
      8: 'Símbolos',
      9: 'Banderas',
    },
    tone: 'Tono de piel',
    tones: ['Sin tono de piel', 'Claro', 'Medio claro', 'Medio', 'Medio oscuro', 'Oscuro'],
  },
};
