import type { VoiceTexts } from './en-voice.js';

export const voice: VoiceTexts = {
  voice: {
    record: 'Enregistrer un message vocal',
    recording: 'Enregistrement d’un message vocal',
    discard: 'Abandonner l’enregistrement',
    stop: 'Arrêter et écouter d’abord',
    send: 'Envoyer le message vocal',
    noMicrophone: 'Il n’y a pas de micro, ou cette page ne peut pas l’utiliser.',
    play: 'Lire',
    pause: 'Pause',
    position: 'Position',
    positionOf: (at, all) => `${at} sur ${all}`,
    speed: (times) => `Vitesse : ${times} fois`,
  },
};
