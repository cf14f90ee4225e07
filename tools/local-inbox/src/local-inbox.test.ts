import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { createTransport } from 'nodemailer';
import { startLocalInbox, type LocalInbox } from './local-inbox.js';

let inbox: LocalInbox;
beforeEach(async () => {
  inbox = await startLocalInbox({ port: 0 });
});
afterEach(() => inbox.close());

async function send(mail: object): Promise<void> {
  const transport = createTransport(inbox.smtpUrl);
  await transport.sendMail({ from: 'a@example.org', to: 'b@example.org', ...mail });
  transport.close();
}
const page = async () => (await fetch(inbox.url)).text();

it('keeps what it takes, the newest first', async () => {
  await send({ subject: 'One', text: 'first', html: '<b>first</b>' });
  await send({ subject: 'Zwei – 二', text: 'second', to: 'c@example.org' });
  expect(inbox.mails).toMatchObject([
    { to: ['c@example.org'], subject: 'Zwei – 二', text: expect.stringContaining('second') },
    { to: ['b@example.org'], subject: 'One', html: expect.stringContaining('<b>first</b>') },
  ]);
  expect(await page()).toContain('Zwei – 二');
});

it('links can be opened, and nothing of a mail is markup of the page', async () => {
  const link = 'https://users.example.org/a?b=1&c=2';
  await send({ subject: '<script>x</script>', text: `see ${link}`, html: '"><script>y</script>' });
  const html = await page();
  expect(html).toContain(`<a href="${link.replace('&', '&amp;')}" rel="noreferrer">`);
  expect(html).not.toContain('<script>');
});

it('shows itself to loopback by its address alone', async () => {
  const { port } = new URL(inbox.url);
  const options = { host: '127.0.0.1', port, headers: { host: `inbox.example:${port}` } };
  const [response] = (await once(request(options).end(), 'response')) as [
    { statusCode: number; resume(): void },
  ];
  response.resume();
  expect(response.statusCode).toBe(403);
});

it('refuses to start where a port is taken', async () => {
  const port = Number(new URL(inbox.url).port);
  await expect(startLocalInbox({ port })).rejects.toThrow('EADDRINUSE');
});

it('keeps the newest where more come than it may keep', async () => {
  await inbox.close();
  inbox = await startLocalInbox({ port: 0, mostKept: 1 });
  await send({ subject: 'One' });
  await send({ subject: 'Two' });
  expect(inbox.mails.map(({ subject }) => subject)).toEqual(['Two']);
});

it('goes on when a client breaks off', async () => {
  const client = connect(Number(new URL(inbox.smtpUrl).port), '127.0.0.1');
  await once(client, 'data');
  for (const command of ['EHLO x', 'MAIL FROM:<a@example.org>']) {
    client.write(`${command}\r\n`);
    await once(client, 'data');
  }
  client.resetAndDestroy();
  await once(client, 'close');
  await send({ subject: 'After' });
  expect(inbox.mails.map(({ subject }) => subject)).toEqual(['After']);
});
