// Signing out works without the network: everything of the person leaves the device at once, and the session ends at the
// server before anything else is asked of it.
import { checkedDataOf, isTransient, socialApi } from './client.js';
import { deviceStorage } from './device-storage.js';

const dueKey = 'sign-out';

/** So long signing out waits for the server, in milliseconds; what it cannot say by then it is told later. */
const maxWaitMs = 5_000;

export async function csrfFields(
  signal?: AbortSignal,
): Promise<{ csrfToken: string; json: 'true' }> {
  const isReply = (reply: { csrfToken?: unknown } | null) => typeof reply?.csrfToken === 'string';
  const { csrfToken } = await checkedDataOf(socialApi.GET('/api/auth/csrf', { signal }), isReply);
  return { csrfToken, json: 'true' };
}

async function endSession(signal?: AbortSignal): Promise<void> {
  const body = { ...(await csrfFields(signal)), callbackUrl: location.origin };
  const isReply = (reply: { url?: unknown } | null) => typeof reply?.url === 'string';
  await checkedDataOf(socialApi.POST('/api/auth/signout', { body, signal }), isReply);
}

export async function signOut(): Promise<void> {
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), maxWaitMs);
  try {
    await endSession(waiting.signal);
  } catch (error) {
    // What is remembered nowhere would not be done.
    if (!isTransient(error) || !deviceStorage.isShared) throw error;
    deviceStorage.setItem(dueKey, '');
    if (!deviceStorage.isKept(dueKey)) throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Ends the session of somebody who has signed out while the server could not be reached. */
export async function finishSignOut(): Promise<void> {
  if (deviceStorage.getItem(dueKey) === null) return;
  await endSession();
  deviceStorage.removeItem(dueKey);
}
