// Drafts on all devices of a person (ADR 0088). Guarantees: what was written last on any of them is on each of them; what is being
// written here is never overwritten, nor is anything by what the server had before.
//   written here  → kept at once · brought to the server a moment later, or when the page is hidden · until then nothing is taken
//   written there → taken, unless something here is yet to be brought to the server: that comes later, and counts
//   sent, emptied → brought there by the name of what was in the field; it gives way to what another device has written since
// Numbers of events say what is newer, those of a reply as well: an event may come long after the reply to a later change.
import { ApiError, isTransient } from '../api/client.js';
import { serverDrafts, type DraftServer } from '../api/drafts.js';
import {
  draftedChats,
  hasWords,
  isSameDraft,
  isUnsaved,
  lastName,
  noDraft,
  readSavedDraft,
  readWholeDraft,
  renameDraft,
  storeSavedDraft,
  takeDraft,
  type Draft,
} from '../api/kept-drafts.js';
import { excessOf, isBlank, toStorable } from '../api/message-limits.js';
import { newId } from '../api/new-id.js';
import type { LocalStore } from './local-store.js';

interface Parts {
  readonly store: Pick<LocalStore, 'stamp' | 'epoch'>;
  readonly server?: DraftServer;
  /** False once somebody has signed out: nothing of this person is written any more. */
  readonly mayKeep: () => boolean;
  /** Before the next try. */
  readonly pause: () => Promise<void>;
  /** Brings the draft of a chat to the server as soon as there is a network, by `deliver`. */
  readonly queue: (chatId: string) => void;
}

/** Milliseconds without a change. */
const savedAfter = 1_000;

export class Drafts {
  private readonly parts: Required<Parts>;
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();
  private round = 0;

  constructor({ server = serverDrafts, ...parts }: Parts) {
    this.parts = { server, ...parts };
  }

  /** Some may have been missed: reads all that the server has, as often as it takes. */
  async suspect(): Promise<void> {
    this.round += 1;
    for (const { round } = this; round === this.round && this.parts.mayKeep();) {
      try {
        return await this.load();
      } catch (error) {
        if (!isTransient(error)) return;
        await this.parts.pause();
      }
    }
  }

  /** Somebody has changed it here. */
  changed(chatId: string): void {
    clearTimeout(this.timers.get(chatId));
    this.timers.set(
      chatId,
      setTimeout(() => this.save(chatId), savedAfter),
    );
  }

  /** Waits no longer for the next change. */
  save(chatId: string): void {
    const timer = this.timers.get(chatId);
    if (timer === undefined) return;
    clearTimeout(timer);
    this.timers.delete(chatId);
    if (isUnsaved(chatId)) this.parts.queue(chatId);
  }

  saveAll(): void {
    for (const chatId of [...this.timers.keys()]) this.save(chatId);
  }

  /** What was written before a page was closed, or by the release before. */
  saveLeft(): void {
    for (const chatId of draftedChats()) {
      if (!this.timers.has(chatId) && isUnsaved(chatId)) this.parts.queue(chatId);
    }
  }

  /** @param stamp number of an event: the server had it then, or later; null: it had none */
  put(chatId: string, draft: Draft | null, stamp: number): void {
    const { store, mayKeep } = this.parts;
    const saved = readSavedDraft(chatId);
    if (!mayKeep() || (saved.epoch === store.epoch && stamp < saved.stamp)) return;
    const local = readWholeDraft(chatId);
    const next = draft ?? noDraft;
    // What was written here is older than what is here.
    const isEcho = next.clientId !== null && next.clientId === lastName(chatId);
    const isNewer = isBlank(local.text) && next.clientId !== saved.clientId;
    const isFree = !isEcho && (isSameDraft(local, saved) || isNewer);
    const { text, replyTo, clientId } = next;
    const isKnown = next.clientId === saved.clientId && isSameDraft(next, saved);
    const isUnseen = isKnown ? saved.isUnseen === true : !isFree && !isEcho && !isBlank(text);
    storeSavedDraft(chatId, {
      ...{ text, replyTo, clientId, stamp, epoch: store.epoch },
      ...(isUnseen && { isUnseen }),
    });
    if (isFree && !isSameDraft(local, next)) takeDraft(chatId, next);
    // The reply that would have said so was lost, and it is cleared here.
    if (isEcho && isUnsaved(chatId)) this.changed(chatId);
  }

  /** A message of this name is there, of which a replica of the release before leaves no event of a draft. */
  sent(chatId: string, clientId: string, stamp: number): void {
    if (readSavedDraft(chatId).clientId === clientId) this.put(chatId, null, stamp);
  }

  /** Reads all that the server has. */
  async load(): Promise<void> {
    const { stamp } = this.parts.store;
    const found = new Set<string>();
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Awaited<ReturnType<DraftServer['readDraftPage']>> =
        await this.parts.server.readDraftPage(cursor);
      for (const { chatId, ...draft } of page.drafts) {
        found.add(chatId);
        this.put(chatId, draft, stamp);
      }
      cursor = page.nextCursor;
    }
    await this.putMissing(found, stamp);
    this.saveLeft();
  }

  /** The server has none there: it was sent or cleared elsewhere, or the friendship has ended. */
  private async putMissing(found: ReadonlySet<string>, stamp: number): Promise<void> {
    const missing = draftedChats().filter((chatId) => !found.has(chatId));
    const open = missing.some(hasWords)
      ? await this.parts.server.readOpenChats()
      : new Set<string>();
    for (const chatId of missing) {
      if (!hasWords(chatId) || open.has(chatId)) this.put(chatId, null, stamp);
      else this.closed(chatId, stamp);
    }
  }

  /**
   * Nothing can be written there any more, so the server has forgotten the draft. It stays on the device on which it was written; another
   * one that only follows would bring it back after that has discarded it.
   */
  closed(chatId: string, stamp: number): void {
    const { store, mayKeep } = this.parts;
    const saved = readSavedDraft(chatId);
    if (lastName(chatId) === null) return this.put(chatId, null, stamp);
    if (!mayKeep() || (saved.epoch === store.epoch && stamp < saved.stamp)) return;
    storeSavedDraft(chatId, { ...noDraft, stamp, epoch: store.epoch });
  }

  /** Brings the draft of a chat to the server as it is by now. One that is too long for a message stays here. */
  async deliver(chatId: string): Promise<void> {
    const written = readWholeDraft(chatId);
    if (!isUnsaved(chatId) || excessOf(written.text) > 0) return;
    const saved = readSavedDraft(chatId);
    if (isBlank(written.text) && saved.isUnseen) return takeDraft(chatId, saved);
    const { epoch } = this.parts.store;
    try {
      const { cursor, sent, kept } = await this.ask(chatId, written);
      // What another device has written since comes with its event.
      if (!this.parts.mayKeep() || kept) return;
      this.settle(chatId, written, { cursor, epoch, sent: sent === true });
      // It was cleared before the server had it.
      if (isUnsaved(chatId)) this.changed(chatId);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'client_id_reused') throw error;
      // Another device has sent it as it was, and here it went on.
      renameDraft(chatId, newId());
      return this.deliver(chatId);
    }
  }

  private ask(chatId: string, written: Draft) {
    const { server } = this.parts;
    if (isBlank(written.text)) return this.clear(chatId);
    return server.putDraft(chatId, { ...written, text: toStorable(written.text) });
  }

  /** What the server is known to have, or what was written here after that: a reply that said so may have been lost. */
  private async clear(chatId: string) {
    const { server } = this.parts;
    const { clientId } = readSavedDraft(chatId);
    const own = lastName(chatId);
    const reply = await server.clearDraft(chatId, clientId);
    return reply.kept && own !== null && own !== clientId ? server.clearDraft(chatId, own) : reply;
  }

  private settle(
    chatId: string,
    written: Draft,
    reply: { readonly cursor: number; readonly epoch: string; readonly sent: boolean },
  ): void {
    const { store } = this.parts;
    const saved = readSavedDraft(chatId);
    const isCurrent = reply.epoch === store.epoch;
    const isOver = isCurrent && saved.epoch === store.epoch && saved.stamp > reply.cursor;
    // What the server has instead.
    const stored = reply.sent ? noDraft : isOver ? saved : null;
    if (stored === null) {
      const kept = isBlank(written.text) ? noDraft : written;
      const stamp = isCurrent ? reply.cursor : -1;
      storeSavedDraft(chatId, { ...kept, stamp, epoch: store.epoch });
      return;
    }
    const local = readWholeDraft(chatId);
    if (isSameDraft(local, written) && !isSameDraft(local, stored)) takeDraft(chatId, stored);
  }
}
