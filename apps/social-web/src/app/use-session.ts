import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { sessionQuery } from '../api/account.js';
import { ApiError } from '../api/client.js';
import { settleOwner } from '../api/device-owner.js';
import { showKeptAccount, type DeviceCopy } from '../store/device-copy.js';

/** So long the server is waited for, where there is a network. */
const maxWaitMs = 2_000;

/**
 * Who is signed in: null for nobody, undefined while that is not known. As long as the server cannot say it, it is the person
 * for whom this device keeps something.
 */
export function useSession(copy: DeviceCopy | null) {
  const client = useQueryClient();
  const { data: me, failureReason, fetchStatus } = useQuery(sessionQuery);
  const isPaused = me === undefined && fetchStatus === 'paused';
  // Not made before it is needed: where errors are made, a browser reads the whole script again to say where that was.
  const offline = useMemo(
    () => (isPaused ? new ApiError(0, 'unreachable', 'There is no network.') : null),
    [isPaused],
  );
  const error = failureReason ?? offline;
  const isLate = useIsLate();
  const isAway = me === undefined && (error !== null || isLate);
  useLayoutEffect(() => {
    if (isAway) showKeptAccount(client, copy);
  }, [client, copy, isAway]);
  const id = me === null ? null : me?.id;
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (id === undefined) return;
    const before = last.current;
    last.current = id;
    settleOwner(id, before);
    if (id === null) endNotifications(before);
  }, [id]);
  // At once, and not after the pause of the attempt before.
  const retry = useCallback(
    () => client.resetQueries({ queryKey: sessionQuery.queryKey }),
    [client],
  );
  return { me, error, retry };
}

/** However a session has ended: here, on another device, or while nothing was open. */
function endNotifications(before: string | null): void {
  import('../live/device-notifications.js')
    .then((notifications) => notifications.endNotifications(before))
    .catch(() => {});
}

function useIsLate(): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), maxWaitMs);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
}
