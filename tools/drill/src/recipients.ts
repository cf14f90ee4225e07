import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@triptych/free-port';
import { type KeptMail, startLocalInbox } from '@triptych/local-inbox';
import { startPushService } from '@triptych/testing/push-service';
import { createFriends, post } from './people.js';
import { apiKey, type Restartable, restartable } from './services.js';

/** Who is called by the services: a push service, receivers of webhooks of which one says it is gone, and a mail server. */
export interface Recipients {
  /** Hosts that the services may call though they are on loopback. */
  readonly hosts: string;
  readonly mailServer: Restartable;
  /** Since the mail server was started last. */
  mails(): readonly KeptMail[];
  readonly smtpUrl: string;
  /** From now on somebody writes to a friend who has a device at the push service. */
  begin(socialUrl: string, usersUrl: string): Promise<void>;
  refusePushes(isRefused: boolean): void;
  /** One whose receiver takes everything. */
  addWebhook(): Promise<void>;
  addGoneWebhook(): Promise<void>;
  close(): Promise<void>;
}

export async function startRecipients(): Promise<Recipients> {
  const pushes = await startPushService();
  const receiver = await startReceiver();
  const smtpPort = await freePort();
  let inbox = await startLocalInbox({ port: 0, smtpPort });
  const { smtpUrl } = inbox;
  const mailServer = restartable(
    inbox,
    async () => (inbox = await startLocalInbox({ port: 0, smtpPort })),
  );
  let isRunning = true;
  let writing: Promise<void> | undefined;
  let webhooks: string;
  const write = async (url: string, friends: Awaited<ReturnType<typeof createFriends>>) => {
    const { one, chatId } = friends;
    while (isRunning) {
      await post(url, one, '/api/message/send', { chatId, text: 'pushed' }).catch(() => null);
      await pause(500);
    }
  };
  return {
    hosts: `${pushes.host} ${receiver.host}`,
    mailServer,
    smtpUrl,
    mails: () => inbox.mails,
    async begin(url, usersUrl) {
      webhooks = `${usersUrl}/webhooks`;
      const friends = await createFriends(url, 1_000);
      const { endpoint, keys } = pushes.subscribe();
      await post(url, friends.other, '/api/push/subscriptions', { endpoint, keys });
      writing = write(url, friends);
    },
    refusePushes: (isRefused) =>
      pushes.setReply((response) => void response.writeHead(isRefused ? 400 : 201).end()),
    addWebhook: () => addWebhook(webhooks, `http://${receiver.host}/`),
    addGoneWebhook: () => addWebhook(webhooks, `http://${receiver.host}${gonePath}`),
    async close() {
      isRunning = false;
      await writing;
      receiver.close();
      await mailServer.close();
      await pushes.close();
    },
  };
}

async function addWebhook(webhooks: string, url: string): Promise<void> {
  const response = await fetch(webhooks, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  });
  if (!response.ok) throw new Error(`POST /webhooks: ${response.status} ${await response.text()}`);
}

const gonePath = '/gone';

async function startReceiver() {
  const server = createServer(
    ({ url }, response) => void response.writeHead(url === gonePath ? 410 : 204).end(),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
