import { ApiError } from '../../api/client.js';
import { removePersonal } from '../../api/device-storage.js';
import { readWholeDraft, storeDraft, type Draft } from '../../api/kept-drafts.js';
import { Drafts } from '../drafts.js';

/** Of the one chat. */
export const chatId = 'ann--bob';

/** The server's side of one chat, and a device whose requests and events come when it is asked to let them. */
export class DraftWorld {
  server: Draft | null = null;
  readonly sent = new Set<string>();
  /** Whether the two are friends. */
  isOpen = true;
  head = 0;
  /** Of the log, with the draft as it was when it was read. */
  private readonly events: { seq: number; draft: Draft | null }[] = [];
  private readonly requests: (() => void)[] = [];
  private readonly replies: (() => void)[] = [];
  private readonly store = { stamp: 0, epoch: '0-a' };
  private isDue = false;
  private isBusy = false;
  readonly drafts = new Drafts({
    store: this.store,
    mayKeep: () => true,
    pause: () => Promise.resolve(),
    queue: () => {
      this.isDue = true;
      this.deliver();
    },
    server: {
      readDraftPage: async () => ({
        drafts: this.server ? [{ chatId, ...this.server, changedAt: '' }] : [],
        nextCursor: null,
      }),
      readOpenChats: async () => new Set(this.isOpen ? [chatId] : []),
      putDraft: (_chatId, draft) => this.request(() => this.write(draft)),
      clearDraft: (_chatId, name) => this.request(() => this.clear(name)),
    },
  });

  constructor() {
    removePersonal();
  }

  private request<Reply>(handle: () => Reply): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.requests.push(() => {
        try {
          const reply = handle();
          this.replies.push(() => resolve(reply));
        } catch {
          const error = new ApiError(409, 'client_id_reused', 'sent');
          this.replies.push(() => reject(error));
        }
      });
    });
  }

  private deliver(): void {
    if (this.isBusy || !this.isDue) return;
    [this.isBusy, this.isDue] = [true, false];
    void this.drafts.deliver(chatId).then(() => {
      this.isBusy = false;
      this.deliver();
    });
  }

  write(draft: Draft | null) {
    if (draft?.clientId && this.sent.has(draft.clientId)) throw new Error('sent');
    if (JSON.stringify(draft) !== JSON.stringify(this.server)) {
      this.server = draft;
      this.events.push({ seq: (this.head += 1), draft });
    }
    return { cursor: this.head };
  }

  private clear(name: string | null) {
    const kept = this.server !== null && name !== null && this.server.clientId !== name;
    return kept ? { cursor: this.head, kept } : this.write(null);
  }

  /** Another device sends what it has taken. */
  sendElsewhere(): void {
    if (!this.server?.clientId) return;
    this.sent.add(this.server.clientId);
    this.write(null);
  }

  /** Here, with what the server does for it. */
  send(): void {
    const { clientId, text } = readWholeDraft(chatId);
    this.type('');
    if (clientId === null || text === '') return;
    this.sent.add(clientId);
    if (this.server?.clientId === clientId) this.write(null);
  }

  type(text: string): void {
    storeDraft(chatId, text);
    this.drafts.changed(chatId);
  }

  /** The stream is behind, and read as of now where `isLate` is not set. */
  hear(isLate: boolean): void {
    const event = this.events.shift();
    if (!event) return;
    this.store.stamp = event.seq;
    this.drafts.put(chatId, isLate ? event.draft : this.server, event.seq);
  }

  async arrive(): Promise<void> {
    this.requests.shift()?.();
    await Promise.resolve();
  }

  async reply(): Promise<void> {
    this.replies.shift()?.();
    for (let n = 0; n < 8; n += 1) await Promise.resolve();
  }

  async settle(): Promise<void> {
    for (let n = 0; n < 20; n += 1) {
      this.drafts.saveAll();
      await this.arrive();
      await this.reply();
      this.hear(false);
    }
  }
}
