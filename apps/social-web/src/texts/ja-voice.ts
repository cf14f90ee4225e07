import type { VoiceTexts } from './en-voice.js';

export const voice: VoiceTexts = {
  voice: {
    record: 'ボイスメッセージを録音',
    recording: 'ボイスメッセージを録音中',
    discard: '録音を破棄',
    stop: '停止して先に聞く',
    send: 'ボイスメッセージを送信',
    noMicrophone: 'マイクがないか、このページでは使えません。',
    play: '再生',
    pause: '一時停止',
    position: '再生位置',
    positionOf: (at, all) => `${all}中${at}`,
    speed: (times) => `速度：${times}倍`,
  },
};
