import type { EmojiTexts } from './en-emoji.js';

export const emoji: EmojiTexts = {
  emoji: {
    open: '絵文字を選ぶ',
    title: '絵文字',
    find: '絵文字を検索',
    none: 'その名前の絵文字はありません。',
    recent: '最近使ったもの',
    more: 'ほかの絵文字',
    suggested: 'このように始まる絵文字',
    groups: {
      0: '顔と感情',
      1: '人と体',
      3: '動物と自然',
      4: '食べ物と飲み物',
      5: '旅行と場所',
      6: '活動',
      7: '物',
      8: '記号',
      9: '旗',
    },
    tone: '肌の色',
    tones: ['肌の色なし', '明るい', 'やや明るい', '中間', 'やや濃い', '濃い'],
  },
};
