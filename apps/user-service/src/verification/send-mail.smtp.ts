import { createTransport } from 'nodemailer';
import { isEmailAddress } from '../users/user-rules.js';
import type { MailOutcome, SendMail } from './deliver-mails.js';
import { mailFaultOf } from './mail-fault-mapping.js';
import { leaseMs } from '../leases/lease.js';
import type { Sender, SmtpServer } from './parse-mail-settings.js';

/** Milliseconds until a server must have greeted, and encrypted where it does. */
const connectMs = 10_000;
/**
 * Milliseconds for one mail from beginning to end, also where the server says a little again and again. When the lease is over
 * the mail is another replica's, and would be sent twice.
 */
export const longestMailMs = (3 * leaseMs) / 4;
const closeMs = 1_000;

export interface MailSender {
  readonly send: SendMail;
  /** Breaks off what is under way. */
  close(): void;
}

/** Hands mails over to one mail server, which has to sign and deliver them. */
export function createSmtpMailSender(
  { host, port, secure, auth }: SmtpServer,
  from: Sender,
  connections: number,
  deadlineMs = longestMailMs,
): MailSender {
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const transport = createTransport({
    ...{ host, port, secure, pool: true, maxConnections: connections },
    // A password goes over no line that others can read.
    ...(auth && { auth, requireTLS: true }),
    // What breaks off is the queue's to repeat, which knows who is allowed to.
    maxRequeues: 0,
    ...{ connectionTimeout: connectMs, greetingTimeout: connectMs, dnsTimeout: connectMs },
    ...{ socketTimeout: deadlineMs, socketCloseTimeout: closeMs },
    // No file and no address is ever read for a mail.
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  });
  return {
    send: async ({ to, id, subject, text, html }): Promise<MailOutcome> => {
      // As text it would be read as a list of addresses, and so would other forms than those of our own grammar.
      if (!isEmailAddress(to)) return { outcome: 'refused', reason: 'not_an_address' };
      try {
        await transport.sendMail({
          ...{ from, to: { name: '', address: to }, subject, text, html },
          messageId: `<${id}@${domain}>`,
          // RFC 3834: so that no answering machine replies.
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(deadlineMs),
        });
        return { outcome: 'sent' };
      } catch (error) {
        return mailFaultOf(error);
      }
    },
    close: () => transport.close({ force: true }),
  };
}
