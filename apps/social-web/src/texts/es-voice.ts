import type { VoiceTexts } from './en-voice.js';

export const voice: VoiceTexts = {
  voice: {
    record: 'Grabar un mensaje de voz',
    recording: 'Grabando un mensaje de voz',
    discard: 'Descartar la grabación',
    stop: 'Parar y escucharlo primero',
    send: 'Enviar el mensaje de voz',
    noMicrophone: 'No hay micrófono, o esta página no puede usarlo.',
    play: 'Reproducir',
    pause: 'Pausa',
    position: 'Posición',
    positionOf: (at, all) => `${at} de ${all}`,
    speed: (times) => `Velocidad: ${times} veces`,
  },
};
