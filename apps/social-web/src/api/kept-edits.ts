// Edits that are not saved yet, as this device has them: in every tab, and after a reload. Each stands below the draft of its chat
// (`kept-drafts.ts`), with which it is written to the database a second time, and removed when somebody signs out.
import type { Message } from './chats.js';
import { deviceStorage, draftPrefix, readJson } from './device-storage.js';
import { notifyOfDraft, putBesideDraft } from './kept-drafts.js';

/** A message as it was when its edit was begun. */
export type EditedMessage = Pick<Message, 'id' | 'chatId' | 'seq' | 'text' | 'expiresAt'>;

export interface KeptEdit {
  readonly message: EditedMessage;
  readonly text: string;
  /** Greater than that of every edit that was open before. */
  readonly order: number;
}

const prefixOf = (chatId: string) => `${draftPrefix}${chatId}/edit/`;
const editKey = ({ chatId, id }: Pick<Message, 'chatId' | 'id'>) => `${prefixOf(chatId)}${id}`;

/** Whether it is what was written under this key: another program may have left something else. */
function isWhole(one: KeptEdit | null, key: string): one is KeptEdit {
  const { message, text, order } = Object(one) as Partial<KeptEdit>;
  const { id, chatId, seq, text: before, expiresAt = '' } = Object(message) as EditedMessage;
  const areTexts = [id, chatId, text, before, expiresAt].every(
    (value) => typeof value === 'string',
  );
  return (
    areTexts && Number.isInteger(seq) && Number.isFinite(order) && editKey({ chatId, id }) === key
  );
}

function readKey(key: string): KeptEdit | null {
  const edit = readJson<KeptEdit>(deviceStorage.getItem(key));
  return isWhole(edit, key) ? edit : null;
}

export const readEdit = (message: Pick<Message, 'chatId' | 'id'>) => readKey(editKey(message));

/** The one that was open last is the last one. */
export function readEdits(): KeptEdit[] {
  const keys = deviceStorage.keys().filter((key) => /^draft\/[^/]*\/edit\//.test(key));
  return keys.flatMap((key) => readKey(key) ?? []).sort((a, b) => a.order - b.order);
}

export function storeEdit(
  { id, chatId, seq, text: before, expiresAt }: EditedMessage,
  text: string,
): void {
  const message = { id, chatId, seq, text: before, ...(expiresAt !== undefined && { expiresAt }) };
  const order = Math.max(Date.now(), (readEdits().at(-1)?.order ?? 0) + 1);
  putBesideDraft(editKey(message), JSON.stringify({ message, text, order }));
}

/** Of a message that is gone: its words are still to become a draft. */
export function storeEndedEdit(
  message: Pick<Message, 'id' | 'chatId' | 'seq'>,
  text: string,
): void {
  storeEdit({ ...message, text: '', expiresAt: new Date(0).toJSON() }, text);
  notifyOfDraft();
}

export const removeEdit = (message: Pick<Message, 'chatId' | 'id'>) =>
  putBesideDraft(editKey(message), null);

/** Whether it is there after this page was closed. */
export const isEditKept = (message: Pick<Message, 'chatId' | 'id'>) =>
  deviceStorage.isShared && deviceStorage.isKept(editKey(message));
