import type { Host, Stores } from './compose.js';
import { type Config, mailSettingsOf } from './config.js';
import {
  mailDeliveryDefaults,
  type MailDeliverySettings,
  startMailDelivery,
} from './verification/deliver-mails.js';
import { createSmtpMailSender } from './verification/send-mail.smtp.js';
import { createVerificationMetrics } from './verification/verification-metrics.js';
import { createVerification } from './verification/verification.js';

export type VerificationConfig = Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL'>;

/** Undefined: without a mail server there is no proof of e-mail, and no route, metric or member of a reply for it. */
export function composeVerification(
  config: VerificationConfig,
  { verification: store, mailQueue: queue }: Stores,
  { log, metrics, mails }: Host,
) {
  const mail = mailSettingsOf(config);
  if (mail === null) return undefined;
  const settings: MailDeliverySettings = { ...mailDeliveryDefaults, ...mails?.settings };
  const count = createVerificationMetrics(metrics);
  const sender = mails?.sender ?? createSmtpMailSender(mail.server, mail.from, settings.mostAtOnce);
  const { send } = sender;
  const { publicUrl } = mail;
  const stop = startMailDelivery({ queue, send, publicUrl, log, count: count.mail }, settings);
  return {
    verification: createVerification(store, count),
    host: new URL(publicUrl).host,
    close: async () => {
      await stop();
      sender.close();
    },
  };
}
