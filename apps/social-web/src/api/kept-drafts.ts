// What is written in a conversation and not sent, as this device has it: in every tab, and without a network. Beside it stands what
// the server is known to have (ADR 0088); what differs from that is yet to be brought there, also what another release has written.
import type { ReplyTarget } from './chats.js';
import { deviceDatabase } from './device-database.js';
import {
  deviceStorage,
  draftPrefix,
  readJson,
  storageOwnerKey,
  type DeviceStorage,
} from './device-storage.js';
import { isBlank, toStorable } from './message-limits.js';
import { newId } from './new-id.js';
import { mirrored } from './queue-mirror.js';

export interface Draft {
  readonly text: string;
  readonly replyTo: ReplyTarget | null;
  /** The name that its message will have; null where it is not known. */
  readonly clientId: string | null;
}

/** As the server had it when the event numbered `stamp` of the log `epoch` had been received. */
export interface SavedDraft extends Draft {
  readonly stamp: number;
  readonly epoch: string;
  /** It came while something else was written here, and was never in the field: whoever empties that does not mean this. */
  readonly isUnseen?: boolean;
}

export const noDraft: Draft = { text: '', replyTo: null, clientId: null };

const draftKey = (chatId: string) => `${draftPrefix}${chatId}`;
/** Below the draft, with which they are removed when somebody signs out. */
const replyKey = (chatId: string) => `${draftKey(chatId)}/reply`;
const nameKey = (chatId: string) => `${draftKey(chatId)}/name`;
const savedKey = (chatId: string) => `${draftKey(chatId)}/saved`;
/** Keys of files that were shared to the chat or chosen in it (`kept-shares.ts`), and are not sent yet. */
const filesKey = (chatId: string) => `${draftKey(chatId)}/shared`;
const firstKey = (chatId: string) => `${draftKey(chatId)}/first`;
/** What the pictures among them show, by their keys. */
const altsKey = (chatId: string) => `${draftKey(chatId)}/alts`;

let mirror: { readonly me: string; readonly storage: DeviceStorage } | null = null;

/** A browser that is killed has written localStorage seconds before: each change is in the database a moment after it. */
function storageOfOwner(): DeviceStorage {
  const me = deviceStorage.getItem(storageOwnerKey);
  if (me === null) return deviceStorage;
  if (mirror?.me !== me)
    mirror = { me, storage: mirrored(me, deviceStorage, deviceDatabase, 'relaxed') };
  return mirror.storage;
}

/** @param key below that of a draft */
export function putBesideDraft(key: string, value: string | null): void {
  const storage = storageOfOwner();
  if (value === null) storage.removeItem(key);
  else storage.setItem(key, value);
}

export function readDraft(chatId: string): string {
  return deviceStorage.getItem(draftKey(chatId)) ?? '';
}

/** What somebody has written on this device. What another one has begun becomes a draft of this one with the first change. */
export function storeDraft(chatId: string, text: string): void {
  const isKept = text.trim() !== '';
  const isNew = readDraft(chatId) === '' || lastName(chatId) === null;
  putBesideDraft(draftKey(chatId), isKept ? text : null);
  if (isKept && isNew) renameDraft(chatId, newId());
}

/** Below what is there already, also in this tab at once. Twice, as by two tabs that hear of the same, it changes nothing more. */
export function addToDraft(chatId: string, text: string): void {
  const draft = readDraft(chatId);
  if (text === '' || draft === text || draft.endsWith(`\n${text}`)) return;
  storeDraft(chatId, draft.trim() === '' ? text : `${draft}\n${text}`);
  notifyOfDraft();
}

/** The name of what was written last on this device, also once it is sent or cleared; null after something else was taken. */
export const lastName = (chatId: string) => deviceStorage.getItem(nameKey(chatId));

/** Another one when the server has a message of that name. */
export function renameDraft(chatId: string, name: string | null): void {
  putBesideDraft(nameKey(chatId), name);
}

/** The message that the draft replies to. */
export function readDraftReply(chatId: string): ReplyTarget | null {
  return toTarget(readJson(deviceStorage.getItem(replyKey(chatId))));
}

function toTarget(target: ReplyTarget | null | undefined): ReplyTarget | null {
  return typeof target?.id === 'string' && Number.isInteger(target.seq) ? target : null;
}

export function storeDraftReply(chatId: string, target: ReplyTarget | null): void {
  putBesideDraft(replyKey(chatId), target && JSON.stringify(target));
  if (readDraft(chatId) !== '' && lastName(chatId) === null) renameDraft(chatId, newId());
}

export function readDraftFiles(chatId: string): readonly string[] {
  const found = readJson<unknown>(deviceStorage.getItem(filesKey(chatId)));
  return Array.isArray(found) ? found.filter((key) => typeof key === 'string') : [];
}

/** Words of those that are no longer among them go. */
export function storeDraftFiles(chatId: string, keys: readonly string[]): void {
  const left = [...readDraftAlts(chatId)].filter(([key]) => keys.includes(key));
  putBesideDraft(
    altsKey(chatId),
    left.length > 0 ? JSON.stringify(Object.fromEntries(left)) : null,
  );
  putBesideDraft(filesKey(chatId), keys.length > 0 ? JSON.stringify(keys) : null);
}

export function readDraftAlts(chatId: string): ReadonlyMap<string, string> {
  const found = readJson<unknown>(deviceStorage.getItem(altsKey(chatId)));
  const entries = typeof found === 'object' && found !== null ? Object.entries(found) : [];
  return new Map(entries.filter(([, alt]) => typeof alt === 'string') as [string, string][]);
}

export function storeDraftAlt(chatId: string, key: string, alt: string): void {
  const alts = { ...Object.fromEntries(readDraftAlts(chatId)), [key]: alt };
  putBesideDraft(altsKey(chatId), JSON.stringify(alts));
}

/** Whether the composer begins with the draft, though a message is being changed: something was added to that from elsewhere. */
export const isDraftFirst = (chatId: string): boolean =>
  deviceStorage.getItem(firstKey(chatId)) !== null && isBegun(chatId);

export function putDraftFirst(chatId: string, isFirst: boolean): void {
  putBesideDraft(firstKey(chatId), isFirst ? '' : null);
}

export function readSavedDraft(chatId: string): SavedDraft {
  const saved = readJson<Partial<SavedDraft>>(deviceStorage.getItem(savedKey(chatId)));
  const { text, stamp = -1, epoch = '', replyTo, clientId = null, isUnseen } = saved ?? {};
  if (typeof text !== 'string') return { ...noDraft, stamp: -1, epoch: '' };
  const draft = { text, replyTo: toTarget(replyTo), clientId, stamp, epoch };
  return isUnseen === true ? { ...draft, isUnseen } : draft;
}

export function storeSavedDraft(chatId: string, saved: SavedDraft): void {
  putBesideDraft(savedKey(chatId), JSON.stringify(saved));
}

/** It is given up, with what it replies to. */
export function discardDraft(chatId: string): void {
  storeDraft(chatId, '');
  storeDraftReply(chatId, null);
  notifyOfDraft();
}

/** With its own name, or that of another device as long as it is what that one has written. */
export function readWholeDraft(chatId: string): Draft {
  const clientId = lastName(chatId) ?? readSavedDraft(chatId).clientId;
  return { text: readDraft(chatId), replyTo: readDraftReply(chatId), clientId };
}

/** A reply without a word is none to the other devices. */
export function isSameDraft(one: Draft, other: Draft): boolean {
  if (isBlank(one.text) || isBlank(other.text)) return isBlank(one.text) && isBlank(other.text);
  const isSameText = toStorable(one.text) === toStorable(other.text);
  return isSameText && one.replyTo?.id === other.replyTo?.id;
}

/** Whether the server is to have something else than it is known to have. */
export function isUnsaved(chatId: string): boolean {
  return !isSameDraft(readWholeDraft(chatId), readSavedDraft(chatId));
}

export const hasWords = (chatId: string): boolean => !isBlank(readDraft(chatId));

/** Whether something is written or chosen here that is to become a message. */
export const isBegun = (chatId: string): boolean =>
  hasWords(chatId) || readDraftFiles(chatId).length > 0;

/** Whether something is written or chosen here that the server is not known to have: with this device it would be lost. */
export function hasUnsavedDrafts(): boolean {
  const isLeft = (chatId: string) =>
    (hasWords(chatId) && isUnsaved(chatId)) || readDraftFiles(chatId).length > 0;
  return draftedChats().some(isLeft);
}

const hereListeners = new Set<() => void>();

/** Of what was not typed in its field: other tabs hear of it by the storage. */
export function notifyOfDraft(): void {
  for (const listener of hereListeners) listener();
}

/** What another device has written is in the place of what was here, in this tab at once. */
export function takeDraft(chatId: string, { text, replyTo }: Draft): void {
  putBesideDraft(draftKey(chatId), text.trim() === '' ? null : text);
  storeDraftReply(chatId, replyTo);
  renameDraft(chatId, null);
  const { isUnseen, ...saved } = readSavedDraft(chatId);
  if (isUnseen) storeSavedDraft(chatId, saved);
  notifyOfDraft();
}

/** Chats in which something is written here, or was by a device of this person. */
export function draftedChats(): string[] {
  const keys = deviceStorage.keys().filter((key) => key.startsWith(draftPrefix));
  return [...new Set(keys.map((key) => key.slice(draftPrefix.length).split('/')[0]!))];
}

/** What the server has as well comes back from there. */
export function forgetSavedDrafts(): void {
  for (const chatId of draftedChats()) {
    if (!isUnsaved(chatId)) takeDraft(chatId, noDraft);
    deviceStorage.removeItem(savedKey(chatId));
  }
}

function watchKeys(start: string, onChange: () => void, watching: AbortController): () => void {
  const listener = () => onChange();
  const look = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(start)) onChange();
  };
  addEventListener('storage', look, { signal: watching.signal });
  hereListeners.add(listener);
  return () => {
    watching.abort();
    hereListeners.delete(listener);
  };
}

/** Calls the listener when another tab or device may have changed a draft. Returns a function that stops it. */
export function watchDrafts(onChange: () => void): () => void {
  return watchKeys(draftPrefix, onChange, new AbortController());
}

/** The same of one chat: a tab that was asleep is not told, but looked at again. */
export function watchDraft(chatId: string, onChange: () => void): () => void {
  const watching = new AbortController();
  addEventListener('focus', onChange, { signal: watching.signal });
  return watchKeys(draftKey(chatId), onChange, watching);
}
