import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { inboxPage } from './inbox-page.js';

interface LocalInboxOptions {
  /** Of the page; 0 takes a free one. */
  readonly port: number;
  /** Of the mail server; default: a free one. */
  readonly smtpPort?: number;
  /** How many mails are kept, the newest; default: 200. */
  readonly mostKept?: number;
}

/** A mail as it was handed over. */
export interface KeptMail {
  /** Of the envelope, which is who would get it. */
  readonly to: readonly string[];
  readonly from: string;
  readonly messageId: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly at: Date;
  /** As it came. */
  readonly source: string;
}

const largestMail = 1024 * 1024;

/**
 * Starts a mail server on loopback that keeps what it takes and shows it on a page. For development and tests only.
 * Rejects when a port is taken. `close` ends open connections.
 */
export async function startLocalInbox({ port, smtpPort = 0, mostKept = 200 }: LocalInboxOptions) {
  const mails: KeptMail[] = [];
  const smtp = new SMTPServer({
    // There is no certificate for loopback, and no password to protect.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: largestMail,
    closeTimeout: 100,
    logger: false,
    onData: (stream, { envelope }, done) => {
      keep(stream, envelope.rcptTo).then(() => done(), done);
    },
  });

  // A client that breaks off ends nothing but its own connection.
  smtp.on('error', () => {});

  async function keep(
    stream: NodeJS.ReadableStream,
    recipients: readonly { readonly address: string }[],
  ): Promise<void> {
    const source = await buffer(stream);
    const mail = await PostalMime.parse(source);
    mails.unshift({
      to: recipients.map(({ address }) => address),
      from: mail.from?.address ?? '',
      messageId: mail.messageId ?? '',
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html ?? '',
      at: new Date(),
      source: source.toString('utf8'),
    });
    mails.splice(mostKept);
  }

  const page = createServer((request, response) => {
    // A page of the internet whose name leads to loopback reads nothing.
    const isOurs = request.headers.host === `127.0.0.1:${portOf(page.address())}`;
    if (!isOurs || request.method !== 'GET' || request.url !== '/') {
      response.writeHead(isOurs ? 404 : 403).end();
      return;
    }
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    });
    response.end(inboxPage(mails));
  });
  const mailServer = smtp.listen(smtpPort, '127.0.0.1');
  await once(mailServer, 'listening');
  page.listen(port, '127.0.0.1');
  try {
    await once(page, 'listening');
  } catch (error) {
    await new Promise<void>((resolve) => smtp.close(resolve));
    throw error;
  }

  return {
    url: `http://127.0.0.1:${portOf(page.address())}`,
    smtpUrl: `smtp://127.0.0.1:${portOf(mailServer.address())}`,
    mails: mails as readonly KeptMail[],
    async close() {
      page.closeAllConnections();
      page.close();
      await Promise.all([once(page, 'close'), new Promise<void>((resolve) => smtp.close(resolve))]);
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  return (address as AddressInfo).port;
}

export type LocalInbox = Awaited<ReturnType<typeof startLocalInbox>>;
