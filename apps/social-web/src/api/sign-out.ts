// Signing out works without the network: everything of the person leaves the device at once, and the session ends at the
// server before anything else is asked of it.
import { dataOf, isTransient, socialApi } from './client.js';
import { deviceStorage } from './device-storage.js';

const dueKey = 'sign-out';

export async function csrfFields(): Promise<{ csrfToken: string; json: 'true' }> {
  const { csrfToken } = await dataOf(socialApi.GET('/api/auth/csrf'));
  return { csrfToken, json: 'true' };
}

async function endSession(): Promise<void> {
  await socialApi.POST('/api/auth/signout', {
    body: { ...(await csrfFields()), callbackUrl: location.origin },
  });
}

export async function signOut(): Promise<void> {
  try {
    await endSession();
  } catch (error) {
    // What is remembered nowhere would not be done.
    if (!isTransient(error) || !deviceStorage.isShared) throw error;
    deviceStorage.setItem(dueKey, '');
    if (!deviceStorage.isKept(dueKey)) throw error;
  }
}

/** Ends the session of somebody who has signed out while the server could not be reached. */
export async function finishSignOut(): Promise<void> {
  if (deviceStorage.getItem(dueKey) === null) return;
  await endSession();
  deviceStorage.removeItem(dueKey);
}
