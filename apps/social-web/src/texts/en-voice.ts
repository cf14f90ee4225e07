/** Of voice messages. */
export const voice = {
  voice: {
    record: 'Record a voice message',
    recording: 'Recording a voice message',
    discard: 'Discard the recording',
    stop: 'Stop, and listen to it first',
    send: 'Send the voice message',
    noMicrophone: 'There is no microphone, or this page may not use it.',
    play: 'Play',
    pause: 'Pause',
    position: 'Position',
    positionOf: (at: string, all: string) => `${at} of ${all}`,
    speed: (times: string) => `Speed: ${times} times`,
  },
};

export type VoiceTexts = typeof voice;
