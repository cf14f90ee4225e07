import type { MailOutcome } from './deliver-mails.js';

/** What nodemailer says of a mail that was not taken. Its message may hold an address, and goes nowhere. */
interface SmtpFault {
  readonly code?: unknown;
  readonly command?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
}

/** Replies to a recipient or a mail that are of the mailbox, where no enhanced code (RFC 3463) says more. */
const ofTheMailbox: readonly number[] = [550, 551, 553];

/**
 * Whose fault it is. Only what is said of the mailbox itself ends a mail: a relay that does not want ours, or finds it suspicious,
 * says so with a 5xx as well, and may be set right within three days.
 */
export function mailFaultOf(error: unknown): Exclude<MailOutcome, { outcome: 'sent' }> {
  const { code, command, responseCode, response } = (error ?? {}) as SmtpFault;
  const status = typeof responseCode === 'number' ? responseCode : null;
  const reason = status === null ? nameOf(code) : `status_${status}`;
  if (status === null) {
    // No server was asked: the address cannot be sent to at all.
    return { outcome: code === 'EENVELOPE' ? 'refused' : 'unavailable', reason };
  }
  const isOfThisMail = command === 'RCPT TO' || command === 'DATA';
  if (!isOfThisMail || status === 421) return { outcome: 'unavailable', reason };
  return { outcome: isOfMailbox(status, response) ? 'refused' : 'deferred', reason };
}

function isOfMailbox(status: number, response: unknown): boolean {
  if (status < 500) return false;
  const text = typeof response === 'string' ? response : '';
  const [, subject] = /^\d{3}[ -]5\.(\d{1,3})\.\d{1,3}\b/.exec(text) ?? [];
  // X.1: address, X.2: mailbox.
  return subject === undefined ? ofTheMailbox.includes(status) : /^[12]$/.test(subject);
}

function nameOf(code: unknown): string {
  return typeof code === 'string' && /^[A-Z0-9_]{1,32}$/.test(code) ? code : 'unknown';
}
