import type { VoiceTexts } from './en-voice.js';

export const voice: VoiceTexts = {
  voice: {
    record: 'Sprachnachricht aufnehmen',
    recording: 'Eine Sprachnachricht wird aufgenommen',
    discard: 'Aufnahme verwerfen',
    stop: 'Anhalten und zuerst anhören',
    send: 'Sprachnachricht senden',
    noMicrophone: 'Es gibt kein Mikrofon, oder diese Seite darf es nicht benutzen.',
    play: 'Abspielen',
    pause: 'Pause',
    position: 'Stelle',
    positionOf: (at, all) => `${at} von ${all}`,
    speed: (times) => `Geschwindigkeit: ${times}-fach`,
  },
};
