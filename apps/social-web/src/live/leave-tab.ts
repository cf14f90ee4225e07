import type { QueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import { clearMemory } from '../api/device-owner.js';
import { openedChat } from '../store/device-copy.js';

/**
 * Nothing of whoever was signed in stays in this tab: the address of a chat holds their id, and signing in would lead back to it, as
 * to what was shared to them.
 */
export function leaveTab(client: QueryClient): void {
  const { pathname } = location;
  if (openedChat(pathname) !== null || pathname.startsWith('/share/'))
    navigate('/chats', { replace: true });
  clearMemory(client);
}
