// The pages that were asked for and have not come yet, each with what came meanwhile: the server may have read a page before.
import type { Message } from '../api/chats.js';
import type { Held } from './messages.js';

export class PagesUnderWay {
  private readonly takenSince = new Map<Promise<unknown>, Held[]>();

  /** A message was sent or changed, by anybody. */
  note(message: Message, stamp: number): void {
    for (const taken of this.takenSince.values()) taken.push({ message, stamp });
  }

  /** What was read, and the messages of the chat that came before it. */
  async read<Reply extends object>(
    chatId: string,
    reading: Promise<Reply>,
  ): Promise<Reply & { readonly taken: readonly Held[] }> {
    const taken: Held[] = [];
    this.takenSince.set(reading, taken);
    try {
      const reply = await reading;
      return { ...reply, taken: taken.filter(({ message }) => message.chatId === chatId) };
    } finally {
      this.takenSince.delete(reading);
    }
  }
}
