// Notifications of messages, one a chat (ADR 0044). Guarantees: a message is shown once, whether a push or any number of tabs
// report it; nothing is shown of a chat that somebody is looking at, or to anybody but the owner of the device.
//   reported → shown     it is newer than what is shown of its chat, which it replaces
//            → dropped   as new is shown already · its chat is on the screen · it is of another person than is signed in here ·
//                        it is no notice
//   shown    → closed    pressed: its chat is opened, in a tab that is there or in a new one · read, as a tab notices, which is
//                        told of it: a push may be later than the reading · whoever it is for signs out
import {
  endDevice,
  readOwner,
  readPushKey,
  subscribeDevice,
  unsubscribeDevice,
} from '../push/device-push.js';
import { readFileWords } from '../push/file-words.js';
import { changeShown, inTime } from '../push/shown-notifications.js';
import { isPage } from './stored-files.js';
import type { Waits } from './waits.js';

/** As the server pushes it, and as a tab reports it. */
export interface Notice {
  /** The id of whom it is for; a server or a tab of the release before does not say it. */
  readonly to?: string;
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
/** For a look at what is shown, and until the next notice no longer waits for this one. Milliseconds. */
const [lookTime, turnTime] = [2_000, 15_000];

function isNotice(data: unknown): data is Notice {
  const { to, chatId, seq, title, text, attachments, unread } = (data ?? {}) as Partial<Notice>;
  const areTexts = [chatId, title, text].every((one) => typeof one === 'string');
  const isAddressed = to === undefined || typeof to === 'string';
  const areFiles = attachments === undefined || Array.isArray(attachments);
  const areNumbers = Number.isSafeInteger(seq) && (unread === undefined || unread >= 0);
  return isAddressed && areTexts && areFiles && areNumbers;
}

function isFor(owner: string, to: string | undefined, chatId: string): boolean {
  return chatId.split('--').includes(owner) && (to === undefined || to === owner);
}

export function createNotifications(worker: ServiceWorkerGlobalScope, waits: Waits) {
  const { registration, clients } = worker;
  let last: Promise<unknown> = Promise.resolve();

  async function show({ to, chatId, seq, title, unread, ...content }: Notice): Promise<void> {
    const owner = await readOwner();
    if (owner === null)
      return waits.within(endTime, () => unsubscribeDevice(registration.pushManager));
    // It was on its way when the owner came, who has the address by now, or has given it up: the start of a page sees to that.
    if (!isFor(owner, to, chatId)) return;
    if (unread !== undefined) worker.navigator.setAppBadge?.(unread).catch(() => {});
    const data: ShownNotice = { chatId, seq };
    if (!(await isLookedAt(clients, chatId))) await showAsNewest(owner, title, content, data);
    // Of what it brings more may be known there than was known to whoever has sent it.
    for (const tab of await windowsOf(clients)) tab.postMessage({ kind: 'noticed', ...data });
  }

  async function showAsNewest(
    owner: string,
    title: string,
    content: Pick<Notice, 'text' | 'attachments'>,
    data: ShownNotice,
  ): Promise<void> {
    const { chatId, seq } = data;
    // Without `renotify` a newer one of the same chat would take the place of the former one without a sound.
    const options = { body: await wordsOf(content), tag: chatId, icon, data, renotify: true };
    await changeShown(async () => {
      // Where the browser cannot say it, the new one takes the place of the former one by its tag.
      const looking = inTime(registration.getNotifications({ tag: chatId }), lookTime);
      const shown = await looking.catch(() => []);
      if (shown.some((one) => (one.data as ShownNotice).seq >= seq)) return;
      // Whoever signs out has all closed that are shown by then.
      if ((await readOwner()) !== owner) return;
      await registration.showNotification(title, options);
    });
  }

  return {
    /** One after the other, so that tabs that report the same message do not show it twice. */
    async show(notice: unknown): Promise<void> {
      if (!isNotice(notice)) return;
      const turn = last.then(() => show(notice));
      last = inTime(turn, turnTime).catch(() => {});
      await turn;
    },
    /** Somebody signs out, in a tab that may be closed before it has done all of it. */
    end: (): Promise<void> => endDevice(registration),
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
