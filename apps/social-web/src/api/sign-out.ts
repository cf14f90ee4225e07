// Signing out works without the network: everything of the person leaves the device at once, and the session ends at the
// server before anything else is asked of it; unless another person has signed in meanwhile, whose session is not ended.
import { ApiError, checkedDataOf, isTransient, socialApi } from './client.js';
import { deviceStorage } from './device-storage.js';
import { expectedUserHeaders } from './expected-user.js';

/** Holds the id of who has signed out; nothing, where a release before this one has written it: whoever is signed in. */
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

/** @param of the id of the person whose session it is; undefined: whoever is signed in */
async function endSession(of: string | undefined, signal?: AbortSignal): Promise<void> {
  const body = { ...(await csrfFields(signal)), callbackUrl: location.origin };
  if (of !== undefined && !(await isSignedIn(of, signal))) return;
  const isReply = (reply: { url?: unknown } | null) => typeof reply?.url === 'string';
  const headers = of === undefined ? {} : expectedUserHeaders(of);
  try {
    await checkedDataOf(socialApi.POST('/api/auth/signout', { body, headers, signal }), isReply);
  } catch (error) {
    // Another person has signed in since it was asked who is.
    if (!(error instanceof ApiError) || error.code !== 'unauthenticated') throw error;
  }
}

/** Also true where nobody is, whose sign-out takes away what the browser has of them. */
async function isSignedIn(of: string, signal?: AbortSignal): Promise<boolean> {
  const isReply = (reply: { user?: { id?: unknown } } | null) =>
    reply === null || typeof reply.user?.id === 'string';
  const session = await checkedDataOf(socialApi.GET('/api/auth/session', { signal }), isReply);
  return session === null || session.user.id === of;
}

/** Gives it up after the time for which somebody waits. */
async function inTime(ask: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), maxWaitMs);
  try {
    await ask(waiting.signal);
  } finally {
    clearTimeout(timer);
  }
}

export async function signOut(me: string): Promise<void> {
  try {
    await inTime((signal) => endSession(me, signal));
  } catch (error) {
    // What is remembered nowhere would not be done.
    if (!isTransient(error) || !deviceStorage.isShared) throw error;
    deviceStorage.setItem(dueKey, me);
    if (!deviceStorage.isKept(dueKey)) throw error;
  }
}

/** Whether the server has to be told still that somebody has signed out. */
export const isSignOutDue = (): boolean => deviceStorage.getItem(dueKey) !== null;

/** Ends the session of somebody who has signed out while the server could not be reached. */
export async function finishSignOut(signal?: AbortSignal): Promise<void> {
  const due = deviceStorage.getItem(dueKey);
  if (due === null) return;
  await endSession(due || undefined, signal);
  deviceStorage.removeItem(dueKey);
}

/** The same, within a time that somebody may wait for a page. Returns whether nothing is due any more. */
export async function tryToFinishSignOut(): Promise<boolean> {
  try {
    await inTime(finishSignOut);
    return true;
  } catch {
    return false;
  }
}
