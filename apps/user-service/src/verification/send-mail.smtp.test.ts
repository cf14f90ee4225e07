import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { freePort } from '@triptych/free-port';
import { startLocalInbox, type LocalInbox } from '@triptych/local-inbox';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { mailWithLink } from './mail-mapping.js';
import { parseSender, parseSmtpUrl } from './parse-mail-settings.js';
import { createSmtpMailSender, type MailSender } from './send-mail.smtp.js';

const from = parseSender('Triptych, Inc. <noreply@example.org>')!;
const senders: MailSender[] = [];
const senderTo = (url: string) => {
  const sender = createSmtpMailSender(parseSmtpUrl(url)!, from, 2);
  senders.push(sender);
  return sender;
};
let inbox: LocalInbox;
beforeEach(async () => {
  inbox = await startLocalInbox({ port: 0 });
});
afterEach(async () => {
  for (const sender of senders.splice(0)) sender.close();
  await inbox.close();
});

const mail = (to: string) => ({
  ...{ to, id: '0b6ee1f4-7a39-4f4a-9d0f-0f3f5a1c2c55' },
  ...mailWithLink('https://users.example.org', 'A'.repeat(43), 'ar'),
});

it('hands over a mail with both parts, whole, in any script', async () => {
  const sender = senderTo(inbox.smtpUrl);
  expect(await sender.send(mail('ann@example.org'))).toEqual({ outcome: 'sent' });
  const [kept] = inbox.mails;
  const { subject, text, html } = mail('ann@example.org');
  expect(kept).toMatchObject({
    to: ['ann@example.org'],
    from: 'noreply@example.org',
    messageId: '<0b6ee1f4-7a39-4f4a-9d0f-0f3f5a1c2c55@example.org>',
    subject,
  });
  expect(kept!.text.trim()).toBe(text.trim());
  expect(kept!.html.trim()).toBe(html.trim());
  expect(kept!.source).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
  expect(kept!.source).toMatch(/^From: "Triptych, Inc\." <noreply@example\.org>\r?$/m);
});

it.each([
  'ok@example.org\r\nBcc: evil@example.org',
  'ok@example.org, evil@example.org',
  '"a, " <evil@example.org>, ok@example.org',
  'group: evil@example.org;',
  '<ok@example.org> SIZE=1',
  '-oQ/tmp evil@example.org',
  '',
])('sends to nobody for %j, which is not one address', async (to) => {
  const sender = senderTo(inbox.smtpUrl);
  expect(await sender.send(mail(to))).toMatchObject({ outcome: 'refused' });
  expect(inbox.mails).toEqual([]);
});

it.each(['a!b%c@example.org', "o'neil+x=y@example.org", '{a|b}~@example.org', '-a@example.org'])(
  'takes %s for one address',
  async (to) => {
    expect(await senderTo(inbox.smtpUrl).send(mail(to))).toEqual({ outcome: 'sent' });
    expect(inbox.mails.map((kept) => kept.to)).toEqual([[to]]);
  },
);

it('writes to addresses of any script', async () => {
  expect(await senderTo(inbox.smtpUrl).send(mail('دعاء@münchen.example'))).toEqual({
    outcome: 'sent',
  });
  expect(inbox.mails).toHaveLength(1);
});

/** A mail server with manners of its own. */
async function server(options: SMTPServerOptions, wantedPort = 0) {
  const smtp = new SMTPServer({
    ...{ authOptional: true, logger: false, closeTimeout: 50, disableReverseLookup: true },
    ...options,
  });
  // What clients break off is theirs.
  smtp.on('error', () => {});
  const listening = smtp.listen(wantedPort, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return { port, close: () => new Promise<void>((resolve) => smtp.close(resolve)) };
}
const refusing = (responseCode: number, message: string): SMTPServerOptions => ({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onRcptTo: (_address, _session, done) => done(Object.assign(new Error(message), { responseCode })),
});

it.each([
  ['refused', refusing(550, '5.1.1 no such user'), 'status_550'],
  ['deferred', refusing(452, '4.2.2 full'), 'status_452'],
  ['deferred', refusing(554, '5.7.1 relay access denied'), 'status_554'],
] as const)('what a server says of an address is %s', async (outcome, options, reason) => {
  const { port, close } = await server(options);
  const sender = senderTo(`smtp://127.0.0.1:${port}`);
  expect(await sender.send(mail('ann@example.org'))).toEqual({ outcome, reason });
  sender.close();
  await close();
});

it('a server that is not there, or closes, is unavailable, and a later one is found again', async () => {
  const options = { disabledCommands: ['AUTH', 'STARTTLS'] };
  const { port, close } = await server(options, await freePort());
  await close();
  const sender = senderTo(`smtp://127.0.0.1:${port}`);
  expect(await sender.send(mail('ann@example.org'))).toMatchObject({ outcome: 'unavailable' });
  const again = await startLocalInbox({ port: 0, smtpPort: port });
  expect(await sender.send(mail('ann@example.org'))).toEqual({ outcome: 'sent' });
  sender.close();
  await again.close();
});

it('a password is never sent without TLS, nor to who is not known', async () => {
  const seen: string[] = [];
  const onAuth: SMTPServerOptions['onAuth'] = ({ username = '' }, _session, done) => {
    seen.push(username);
    done(null, { user: username });
  };
  const plain = await server({ onAuth, disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
  // With a certificate that nobody has signed.
  const unknown = await server({ onAuth });
  for (const { port } of [plain, unknown]) {
    const sender = senderTo(`smtp://me:secret@127.0.0.1:${port}`);
    expect(await sender.send(mail('ann@example.org'))).toMatchObject({ outcome: 'unavailable' });
    sender.close();
  }
  expect(seen).toEqual([]);
  await plain.close();
  await unknown.close();
});
