import type { VisibleMessage } from './visible-message-mapping.js';

/** Dates as the schema has them. */
export function toWire({ reactions, ...message }: VisibleMessage) {
  return {
    ...message,
    createdAt: message.createdAt.toJSON(),
    editedAt: message.editedAt?.toJSON() ?? null,
    deletedAt: message.deletedAt?.toJSON() ?? null,
    reactions: [...reactions],
  };
}
