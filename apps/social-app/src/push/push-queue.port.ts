import type { BrowserSubscription } from './push-subscriptions.js';

/** The newest message of a chat, for one device. */
export interface PushDelivery {
  readonly sessionId: string;
  /** Whose device it is. */
  readonly userId: string;
  readonly chatId: string;
  readonly seq: number;
  /** When the message was sent. */
  readonly createdAt: Date;
  /** Until the message ends; null: it stays. Milliseconds. */
  readonly leftMs: number | null;
  /** The host of the endpoint. */
  readonly service: string;
  readonly subscription: BrowserSubscription;
  /** Attempts of the device since the last one that succeeded. */
  readonly failures: number;
  /** Null: it was read, deleted, hidden or muted meanwhile, or the two are no friends any more. */
  readonly notice: PushNotice | null;
}

/** What is shown. */
export interface PushNotice {
  /** Of the sender, as the receiver sees them. */
  readonly name: string | null;
  readonly email: string | null;
  readonly text: string;
  /** Kinds of its files; null when it has none. */
  readonly attachments: readonly string[] | null;
  /** Chats with unread messages that are not muted, among the newest hundred. */
  readonly unread: number;
}

export interface PushQueue {
  /**
   * Takes what is due, for so long that whoever took it must have delivered it or be gone. Of replicas that ask at once
   * no two get the same.
   *
   * @param perService calls of a push service that may be under way here
   * @param underWay those that are, by service
   */
  claim(wanted: {
    most: number;
    perService: number;
    underWay: ReadonlyMap<string, number>;
  }): Promise<PushDelivery[]>;
  /** It was delivered, or is not wanted; a newer message of the chat stays. */
  finish(delivery: PushDelivery): Promise<void>;
  /** The device is left alone for so many milliseconds. */
  postpone(delivery: PushDelivery, pauseMs: number): Promise<void>;
  /** The device is no longer there, unless it has subscribed anew meanwhile. */
  forget(delivery: PushDelivery): Promise<void>;
  /** Drops what is older than so many milliseconds; returns how many. */
  dropOlderThan(ageMs: number): Promise<number>;
}
