// What a tab shows, as it is read from its page.
import type { Page } from 'playwright-core';
import { nextOf, type QueuedChange } from '../../store/queue-model.js';
import type { ListedOnScreen, RowOnScreen } from './expected-screen.js';

export interface PendingOnScreen {
  readonly key: string;
  readonly text: string;
  readonly state: string;
}

export interface Screen {
  /** Of the conversation that is open. */
  readonly chatId: string | null;
  readonly hasList: boolean;
  /** Whether the list is that of the archived ones. */
  readonly isArchive: boolean;
  /** How many the entry of the archive counts. */
  readonly archived: number;
  readonly list: readonly ListedOnScreen[];
  readonly rows: readonly RowOnScreen[];
  readonly pinned: readonly [string, number] | null;
  readonly pending: readonly PendingOnScreen[];
  /** The first message of the chat is here. */
  readonly isWhole: boolean;
  readonly hasField: boolean;
  /** What is said of the end of messages; empty where they stay. */
  readonly expiry: string;
  readonly notice: string;
}

/**
 * A page that is printed draws every row that is loaded, also those out of sight. A string, because functions that are
 * passed to a page carry names that only this process knows.
 */
const reading = `(() => {
  dispatchEvent(new Event('beforeprint'));
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  const textOf = (selector, inside) => inside.querySelector(selector)?.textContent ?? '';
  const list = all('.chat-row').filter((row) => row.querySelector('.chat-preview')).map((row) => ({
    chatId: row.dataset.row,
    preview: row.querySelector('.chat-preview em') ? null : textOf('.chat-preview [dir=auto]', row),
    unread: Number(textOf('.count [aria-hidden]', row).replace('99+', '100')),
    isMuted: row.querySelector('.muted-sign') !== null,
    isMarked: row.querySelector('.count-dot') !== null,
  }));
  const rows = all('.message[data-row]:not(.message-pending)').map((row) => ({
    key: row.dataset.row,
    text: row.querySelector('.bubble-deleted') ? null : textOf('.bubble', row),
    quote: row.querySelector('.quote-gone') ? '' : row.querySelector('.quote-text')?.textContent ?? null,
    isEdited: textOf('.message-foot', row).includes('edited'),
    isForwarded: row.querySelector('.message-forwarded') !== null,
    files: all('.picture, .sound, .file-card', row).map((one) =>
      one.className === 'file-card' ? textOf('.file-name', one) : one.className),
    reactions: all('.reaction', row).map((one) =>
      one.textContent + (one.getAttribute('aria-pressed') === 'true' ? ' own' : '')).sort(),
  }));
  const pending = all('.message-pending').map((row) => ({
    key: row.dataset.row, text: textOf('.bubble', row), state: textOf('.message-foot span', row),
  }));
  const bar = document.querySelector('.pinned');
  // "Show" of one, "All 3" of more.
  const pinned = bar && [textOf('.pinned-newest [dir]', bar),
    Number(/\\d+/.exec(textOf('.pinned-all', bar)) ?? 1)];
  const screen = {
    pinned,
    chatId: /^\\/chats\\/([^/?]+)/.exec(location.pathname)?.[1] ?? null,
    hasList: document.querySelector('.chats-list') !== null,
    isArchive: document.querySelector('[data-list="all"]') !== null,
    archived: Number(textOf('.chats-archive [aria-hidden]:not(svg)', document)),
    list, rows, pending,
    isWhole: document.querySelector('.messages-beginning') !== null,
    // A voice message that could not be sent off is still being spoken.
    hasField: document.querySelector('.composer :is(textarea, .recording)') !== null,
    expiry: textOf('.expiry', document),
    notice: textOf('.connection', document) || textOf('.notice', document),
  };
  dispatchEvent(new Event('afterprint'));
  return screen;
})()`;

export function readScreen(page: Page): Promise<Screen> {
  return page.evaluate<Screen>(reading);
}

/** What is written in the field of each conversation. */
export function readDrafts(page: Page): Promise<readonly string[]> {
  return page.evaluate<string[]>(
    `Object.entries(localStorage).filter(([key]) => /^draft\\/[^/]+$/.test(key)).map(([, value]) => value)`,
  );
}

/** What the device has not sent, in order. */
export async function readQueue(page: Page): Promise<QueuedChange[]> {
  const values = await page.evaluate<string[]>(
    `Object.entries(localStorage).filter(([key]) => key.startsWith('queue/')).map(([, value]) => value)`,
  );
  const changes = values
    .map((value) => JSON.parse(value) as Partial<QueuedChange>)
    // Which of them are on the device as well is noted beside them.
    .filter((one): one is QueuedChange => one.change !== undefined);
  return changes.sort((a, b) => a.order - b.order);
}

/** What is next to be sent, of each chat. What was refused, and a message behind such a one, waits for a choice. */
export function unsentOf(changes: readonly QueuedChange[]): QueuedChange[] {
  const lanes = [...new Set(changes.map(({ chatId }) => chatId))];
  return lanes.flatMap((lane) => nextOf(changes.filter(({ chatId }) => chatId === lane)) ?? []);
}
