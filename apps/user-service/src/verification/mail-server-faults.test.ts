// Mail servers that are slow, unknown or talkative, played by sockets.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { mailConfig } from '../testing/recording-mail-server.js';
import { createTestApp } from '../testing/test-app.js';
import { leaseMs } from '../leases/lease.js';
import { mailWithLink } from './mail-mapping.js';
import { parseSender, parseSmtpUrl } from './parse-mail-settings.js';
import { createSmtpMailSender, longestMailMs } from './send-mail.smtp.js';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function senderTo(port: number, deadlineMs?: number) {
  const server = parseSmtpUrl(`smtp://127.0.0.1:${port}`)!;
  const sender = createSmtpMailSender(server, parseSender('a@example.org')!, 1, deadlineMs);
  closing.push(() => sender.close());
  return sender;
}
const mail = {
  ...{ to: 'ann@example.org', id: '0b6ee1f4-7a39-4f4a-9d0f-0f3f5a1c2c55' },
  ...mailWithLink('https://users.example.org', 'A'.repeat(43), 'en'),
};

type Conversation = (line: string, socket: Socket) => string | null;

/** A server that replies to each line; null: with nothing. What is sent as a mail is one line, its end. */
async function talking(reply: Conversation): Promise<number> {
  const server = createServer((socket) => {
    let rest = '';
    closing.push(() => socket.destroy());
    socket.on('error', () => {});
    socket.write('220 mail.example\r\n');
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\r\n');
      rest = lines.pop()!;
      for (const line of lines) {
        if (!/^(?:EHLO|MAIL|RCPT|DATA|QUIT|RSET|\.$)/.test(line)) continue;
        const said = reply(line, socket);
        if (said !== null) socket.write(`${said}\r\n`);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => void server.close());
  return (server.address() as AddressInfo).port;
}
const usual = (line: string) => (line === 'DATA' ? '354 go on' : '250 fine');

/** Lines of a reply that never ends, sooner than any time limit of a silence. */
function trickle(socket: Socket): null {
  const drip = setInterval(() => socket.write('250-a little more\r\n'), 10);
  socket.on('close', () => clearInterval(drip));
  return null;
}

it.each(['EHLO', 'MAIL', 'RCPT', 'DATA', '.'])(
  'a server whose reply to %s never ends has a mail no longer than the deadline, and the next mail is sent',
  async (command) => {
    let isSlow = true;
    const port = await talking((line, socket) =>
      isSlow && line.startsWith(command) ? trickle(socket) : usual(line),
    );
    const sender = senderTo(port, 300);
    expect(await sender.send(mail)).toEqual({ outcome: 'unavailable', reason: 'EABORT' });
    isSlow = false;
    // With time enough for a slow machine; the only connection of the pool is not held by what was broken off.
    expect(await senderTo(port, 30_000).send(mail)).toEqual({ outcome: 'sent' });
  },
);

it('a mail that was broken off leaves its place to the next one', async () => {
  let isSlow = true;
  const port = await talking((line, socket) =>
    isSlow && line === '.' ? trickle(socket) : usual(line),
  );
  const sender = senderTo(port, 2_000);
  const first = await sender.send(mail);
  isSlow = false;
  expect([first, await sender.send(mail)]).toEqual([
    { outcome: 'unavailable', reason: 'EABORT' },
    { outcome: 'sent' },
  ]);
});

it('the deadline is over before the lease of the mail is', () => {
  expect(longestMailMs).toBeLessThan(leaseMs);
});

it('the end of the sender breaks off what is under way', async () => {
  const port = await talking((line, socket) => (line === '.' ? trickle(socket) : usual(line)));
  const sender = senderTo(port);
  const outcome = sender.send(mail);
  await pause(200);
  const began = performance.now();
  sender.close();
  expect(await outcome).toMatchObject({ outcome: 'unavailable' });
  expect(performance.now() - began).toBeLessThan(longestMailMs / 2);
});

it('a server with a certificate that nobody has signed is handed nothing, also without a password', async () => {
  const seen: string[] = [];
  const smtp = new SMTPServer({
    ...{ authOptional: true, logger: false, closeTimeout: 50, disableReverseLookup: true },
    onMailFrom: ({ address }, _session, done) => {
      seen.push(address);
      done();
    },
  });
  smtp.on('error', () => {});
  const listening = smtp.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  closing.push(() => new Promise<void>((resolve) => smtp.close(resolve)));
  const sender = senderTo((listening.address() as AddressInfo).port);
  expect(await sender.send(mail)).toEqual({ outcome: 'unavailable', reason: 'ESOCKET' });
  expect(seen).toEqual([]);
});

it('nothing that a server says is in the log, which may repeat the address and the link', async () => {
  const said: string[] = [];
  const replies = ['421 4.3.2', '451 4.7.1', '550-5.7.26', '550 5.1.1'];
  let heard = '';
  const port = await talking((line) => {
    heard += line;
    if (line !== '.' || said.length === replies.length) return usual(line);
    const reply = `${replies[said.length]} <ann@example.org> said https://users.example.org/link`;
    said.push(reply);
    return reply.replace(/^(\d+)-(.*)$/, '$1-$2\r\n$1 ann@example.org');
  });
  const config = { ...mailConfig, SMTP_URL: `smtp://127.0.0.1:${port}` };
  const settings = { pollMs: 5, firstPauseMs: 10, firstServerPauseMs: 10 };
  const service = await createTestApp(undefined, config, {}, {}, { settings });
  await service.register({ FullName: 'Ann', Email: 'ann@example.org' });
  while (said.length < replies.length) await pause(5);
  await service.close();
  const log = service.lines.join('\n');
  expect(heard).toContain('ann@example.org');
  expect(log).toContain('the mail server takes no mails');
  expect(log).toContain('status_421');
  expect(log).not.toContain('ann@example.org');
  expect(log).not.toContain('users.example.org');
});
