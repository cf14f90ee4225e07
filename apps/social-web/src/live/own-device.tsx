import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { claimDevice, claimMemory, watchOwner } from '../api/device-owner.js';
import { expectUser } from '../api/expected-user.js';
import { leaveTab } from './leave-tab.js';

interface OwnDeviceProps {
  readonly userId: string;
  readonly children: ReactNode;
}

/**
 * While somebody is signed in: what this device keeps is theirs, what is asked is asked in their name, and the tab is left once another
 * one has signed them out or somebody else in.
 */
export function OwnDevice({ userId, children }: OwnDeviceProps) {
  const client = useQueryClient();
  // Before anything below is drawn, which asks and keeps.
  useState(() => {
    claimDevice(userId);
    claimMemory(client, userId);
    expectUser(userId);
  });
  useEffect(() => watchOwner(userId, () => leaveTab(client)), [client, userId]);
  return children;
}
