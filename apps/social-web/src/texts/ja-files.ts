import type { FilesTexts } from './en-files.js';

/** The counter stands behind the number. */
const count = (what: string, counter: string) => (n: number) =>
  n === 1 ? what : `${what}${n}${counter}`;

export const files: FilesTexts = {
  files: {
    image: count('写真', '枚'),
    video: count('動画', '本'),
    audio: count('音声', '件'),
    file: count('ファイル', '件'),
    voice: 'ボイスメッセージ',
    named: (what, name) => `${what}：${name}`,
    gone: 'このファイルはもうないか、もう見られません。',
    away: 'この端末にありません。ネットワークが必要です。',
    broken: 'このブラウザーでは表示できません。',
    download: 'ダウンロード',
    pictureOf: (n, all) => `${all}枚中${n}枚目`,
    previous: '前の画像',
    next: '次の画像',
    fullSize: '原寸大',
    fit: 'ウィンドウに合わせる',
    attach: 'ファイルを添付',
    camera: '写真を撮る',
    chosen: '送るファイル',
    remove: (name) => `${name}を外す`,
    alt: '写っているもの（見えない人のために）',
    tooLarge: (name, most) => `${name}は${most}を超えています。`,
    empty: (name) => `${name}は空です。`,
    unreadable: (name) => `${name}を読み込めません。`,
    tooMany: (most) => `1件のメッセージのファイルは${most}件までです。`,
    drop: 'ここにドロップすると送れます',
    percent: (n) => `${n}%`,
  },
  voice: {
    record: 'ボイスメッセージを録音',
    recording: 'ボイスメッセージを録音中',
    discard: '録音を破棄',
    stop: '停止して先に聞く',
    send: 'ボイスメッセージを送信',
    noMicrophone: 'マイクがないか、このページでは使えません。',
    nothing: '何も録音されませんでした。',
    play: '再生',
    pause: '一時停止',
    position: '再生位置',
    positionOf: (at, all) => `${all}中${at}`,
    speed: (times) => `速度：${times}倍`,
  },
  share: {
    title: '共有',
    to: '共有する相手',
    means: '選んだ会話の下書きに入ります。そこで送信するまで、何も送られません。',
    waits: 'サインインしてください。共有した内容は数分間ここに残ります。',
    gone: '共有された内容はもうここにありません。もう一度共有してください。',
    failures: {
      empty: '送れるものが含まれていません。',
      large: '一度に共有するには大きすぎます。',
      unkept: 'このブラウザーには空きがないか、保存が許可されていません。',
      missed: '今回は受け取れませんでした。もう一度共有してください。',
    },
  },
};
