import type { Messages } from '../messages.js';

export const ja: Messages = {
  direction: 'ltr',
  subject: (host) => `${host} のメールアドレスの確認`,
  reason: (host) => `このメールアドレスが ${host} で入力されました。`,
  open: 'ご本人の場合は、次のページを開いてアドレスを確認してください：',
  ends: 'リンクの有効期限は24時間で、一度だけ使えます。',
  ignore: 'お心当たりがない場合は、何もする必要はありません。',
  confirm: 'アドレスを確認する',
  ask: (host) => `このメールアドレスはご自身のもので、${host} で入力しましたか？`,
  done: 'アドレスが確認されました',
  doneMore: 'このページを閉じてかまいません。',
  invalid: 'このリンクは無効か、期限が切れています',
  invalidMore:
    'すでにアドレスを確認済みの場合は、何もする必要はありません。そうでない場合は、もう一度メールを請求してください。',
};
