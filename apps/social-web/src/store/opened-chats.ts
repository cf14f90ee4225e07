/** The chats of which all that the device keeps is here, or has been waited for. */
export class OpenedChats {
  private readonly opened = new Set<string>();
  private readonly changed: () => void;
  /** Brings what the device keeps of a chat. */
  read: (chatId: string) => Promise<void> = () => Promise.resolve();

  constructor(changed: () => void) {
    this.changed = changed;
  }

  has(chatId: string): boolean {
    return this.opened.has(chatId);
  }

  /** What the device replies later is merged as well. */
  add(chatId: string): void {
    if (this.opened.has(chatId)) return;
    this.opened.add(chatId);
    this.changed();
  }

  /** Reads what the device keeps of the chat, the first time. */
  async open(chatId: string): Promise<void> {
    if (this.opened.has(chatId)) return;
    await this.read(chatId);
    this.add(chatId);
  }
}
