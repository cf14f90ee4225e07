import { isEmailAddress } from '../users/user-rules.js';

/** Where mails are handed over. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise by STARTTLS, where the server offers it. */
  readonly secure: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | null;
}

/** Null: it is no `smtp[s]://[user:password@]host[:port]`. */
export function parseSmtpUrl(text: string): SmtpServer | null {
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return null;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  const hasMore = !/^\/?$/.test(pathname) || search !== '' || hash !== '';
  if (hostname === '' || hasMore || (username === '') !== (password === '')) return null;
  const secure = protocol === 'smtps:';
  try {
    return {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (secure ? 465 : 587) : Number(port),
      secure,
      auth:
        username === ''
          ? null
          : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    };
  } catch {
    // A sign of percent that encodes nothing.
    return null;
  }
}

/** Who mails are from. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** Null: it is neither `a@example.org` nor `Name <a@example.org>`. */
export function parseSender(text: string): Sender | null {
  const [, name = '', inBrackets] = /^([^<>"\p{C}]*)<([^<>]*)>$/u.exec(text.trim()) ?? [];
  const address = inBrackets ?? text.trim();
  return isEmailAddress(address) ? { name: name.trim(), address } : null;
}
