import type { MailOutcome, OutgoingMail } from '../verification/deliver-mails.js';
import type { MailSender } from '../verification/send-mail.smtp.js';

/** Settings with which mails are sent, to a server that the tests play. */
export const mailConfig = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Triptych <noreply@example.org>',
  PUBLIC_URL: 'https://users.example.org/',
};

export interface RecordingMailServer extends MailSender {
  readonly mails: OutgoingMail[];
  /** What it replies from now on. */
  reply(outcome: MailOutcome | ((mail: OutgoingMail) => Promise<MailOutcome>)): void;
}

/** Keeps what it is handed, also what it does not take. */
export function createRecordingMailServer(): RecordingMailServer {
  const mails: OutgoingMail[] = [];
  let outcome: Parameters<RecordingMailServer['reply']>[0] = { outcome: 'sent' };
  return {
    mails,
    reply: (next) => void (outcome = next),
    send: async (mail) => {
      mails.push(mail);
      return typeof outcome === 'function' ? outcome(mail) : outcome;
    },
    close: () => {},
  };
}

/** The path that the link of a mail leads to. */
export function pathOf(mail: OutgoingMail): string {
  const [url] = /https:\S+/.exec(mail.text) ?? [];
  return new URL(url!).pathname;
}
