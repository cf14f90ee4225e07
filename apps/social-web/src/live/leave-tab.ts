import type { QueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import { clearMemory } from '../api/device-owner.js';
import { openedChat } from '../store/device-copy.js';

/** Nothing of whoever was signed in stays in this tab: the address of a chat holds their id, and signing in would lead back to it. */
export function leaveTab(client: QueryClient): void {
  if (openedChat(location.pathname) !== null) navigate('/chats', { replace: true });
  clearMemory(client);
}
