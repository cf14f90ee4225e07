// Notifications of messages, one a chat (ADR 0044). Guarantees: a message is shown once, whether a push or any number of tabs
// report it; nothing is shown of a chat that somebody is looking at, or to anybody but the owner of the device.
//   reported → shown     it is newer than what is shown of its chat, which it replaces
//            → dropped   as new is shown already · its chat is on the screen · it is of another person than is signed in here
//   shown    → closed    pressed: its chat is opened, in a tab that is there or in a new one · read, as a tab notices
import { readOwner, readPushKey, subscribeDevice, unsubscribeDevice } from '../push/device-push.js';
import { readFileWords } from '../push/file-words.js';
import { changeShown } from '../push/shown-notifications.js';
import { isPage } from './stored-files.js';
import type { Waits } from './waits.js';

/** As the server pushes it, and as a tab reports it. */
export interface Notice {
  readonly chatId: string;
  readonly seq: number;
  readonly title: string;
  readonly text: string;
  /** Kinds of its files. */
  readonly attachments?: readonly string[];
  /** Of all chats; a tab counts by itself. */
  readonly unread?: number;
}

interface ShownNotice {
  readonly chatId: string;
  readonly seq: number;
}

const icon = '/icon-192.png';
/** For the browser's push service, and for that and the server. Milliseconds. */
const [endTime, renewTime] = [10_000, 60_000];

export function createNotifications(worker: ServiceWorkerGlobalScope, waits: Waits) {
  const { registration, clients } = worker;
  let last: Promise<unknown> = Promise.resolve();

  async function show({ chatId, seq, title, unread, ...content }: Notice): Promise<void> {
    const owner = await readOwner();
    if (owner === null || !chatId.split('--').includes(owner))
      return waits.within(endTime, () => unsubscribeDevice(registration.pushManager));
    if (unread !== undefined) worker.navigator.setAppBadge?.(unread).catch(() => {});
    if (await isLookedAt(clients, chatId)) return;
    const data: ShownNotice = { chatId, seq };
    // Without `renotify` a newer one of the same chat would take the place of the former one without a sound.
    const options = { body: await wordsOf(content), tag: chatId, icon, data, renotify: true };
    await changeShown(async () => {
      // Whoever signs out has all closed that are shown by then.
      if ((await readOwner()) !== owner) return;
      const shown = await registration.getNotifications({ tag: chatId });
      if (shown.some((one) => (one.data as ShownNotice).seq >= seq)) return;
      await registration.showNotification(title, options);
    });
  }

  return {
    /** One after the other, so that tabs that report the same message do not show it twice. */
    show(notice: Notice): Promise<void> {
      const turn = last.then(() => show(notice));
      last = turn.catch(() => {});
      return turn;
    },
    press(notification: Notification): Promise<void> {
      notification.close();
      return open(clients, notification.data as ShownNotice).catch(() => {});
    },
    /** The browser has given up its address; it does so seldom, and without being asked. */
    async renewAddress(): Promise<void> {
      const owner = await readOwner();
      if (owner === null) return;
      await waits.within(renewTime, async (signal) => {
        const key = await readPushKey(signal);
        if (key !== null) await subscribeDevice(owner, registration.pushManager, key, signal);
      });
    },
  };
}

/** A damaged record is no reason to show nothing. */
async function wordsOf({ text, attachments = [] }: Pick<Notice, 'text' | 'attachments'>) {
  return text || attachments.length === 0 ? text : readFileWords(attachments).catch(() => '');
}

/** Those of the client: what the server documents is on the same origin. */
async function windowsOf(clients: Clients): Promise<WindowClient[]> {
  const found = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  return found.filter(({ url }) => isPage(new URL(url).pathname));
}

/** A page that says nothing for so long is not on the screen. Milliseconds. */
const replyTime = 500;

/** The pages themselves are asked: the address that a browser tells is the one that they were opened with. */
async function isLookedAt(clients: Clients, chatId: string): Promise<boolean> {
  const visible = (await windowsOf(clients)).filter((tab) => tab.visibilityState === 'visible');
  const replies = visible.map((tab) => {
    const { port1, port2 } = new MessageChannel();
    tab.postMessage({ kind: 'looking', chatId }, [port2]);
    return new Promise<boolean>((resolve) => {
      port1.onmessage = ({ data }) => resolve(data === true);
      setTimeout(() => resolve(false), replyTime);
    });
  });
  return (await Promise.all(replies)).includes(true);
}

async function open(clients: Clients, { chatId }: ShownNotice): Promise<void> {
  const path = `/chats/${chatId}`;
  // The one that was used last comes first.
  const [tab] = await windowsOf(clients);
  if (!tab) return void (await clients.openWindow(path));
  tab.postMessage({ kind: 'open', path });
  await tab.focus();
}
