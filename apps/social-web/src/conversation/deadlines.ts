import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { messageLimitsQuery, type Message } from '../api/chats.js';

export interface Deadlines {
  readonly editUntil: number;
  readonly deleteUntil: number;
}

/**
 * Until when the server lets its sender change a message, in milliseconds of the server's clock: that of the device may be put right
 * meanwhile. While its limits are not known the server alone decides.
 */
export function useDeadlines(): (message: Message) => Deadlines {
  const { data } = useQuery(messageLimitsQuery);
  return useCallback(
    ({ createdAt, forwarded }) => {
      // What is forwarded is somebody else's.
      const editUntil = forwarded ? 0 : Infinity;
      if (!data) return { editUntil, deleteUntil: Infinity };
      const sent = Date.parse(createdAt);
      return {
        editUntil: Math.min(editUntil, sent + data.editSeconds * 1_000),
        deleteUntil: sent + data.deleteSeconds * 1_000,
      };
    },
    [data],
  );
}
