import type { ChatModel, ModelChat, ModelMessage } from './chat-model.js';
import type { Reply } from './test-app.js';

/** Numbers that pick among what there is when the turn comes. */
export interface Choice {
  readonly who: number;
  readonly chat: number;
  readonly message: number;
  readonly word: number;
  readonly replica: number;
}

/** Through one of the replicas. */
export type Call = (
  userId: string,
  method: 'post' | 'put' | 'patch' | 'delete',
  url: string,
  body?: object,
) => Promise<Reply>;

/** An intent in a certain state: its calls, what the reply must be, and what it makes of the model. */
export interface Step {
  /** Steps with a common key depend on each other's order and do not run at once. */
  readonly keys: readonly string[];
  run(call: Call): Promise<Reply>;
  /** The status that the model expects. */
  readonly status: number;
  apply(response: Reply): void;
}

/** Whose turn it is, and in which chat. */
export interface Turn {
  readonly model: ChatModel;
  readonly chat: ModelChat;
  readonly me: string;
  readonly intent: Choice;
  /** Null in an empty chat. */
  readonly message: ModelMessage | null;
}

/** A chat without a message is one while the two are friends. */
export function missing({ friends, messages }: ModelChat): number {
  return friends || messages.length > 0 ? 404 : 401;
}
