import type { ReadMark } from './chat-list.js';

/** Read marks of chats that are in no page of the list yet; the furthest of each person. */
export class EarlyMarks {
  private readonly marks = new Map<string, ReadMark>();

  add(mark: ReadMark): void {
    const key = `${mark.chatId} ${mark.userId}`;
    if (mark.seq > (this.marks.get(key)?.seq ?? 0)) this.marks.set(key, mark);
  }

  /** Those of chats that are listed by now. */
  takeOf(listed: ReadonlyMap<string, unknown>): readonly ReadMark[] {
    const found = [...this.marks].filter(([, { chatId }]) => listed.has(chatId));
    for (const [key] of found) this.marks.delete(key);
    return found.map(([, mark]) => mark);
  }
}
