import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../api/query-keys.js';
import { dataOf, socialApi } from '../api/social-api.js';

/** What the others are told of oneself; kept by the server, so that it holds on every device. */
export const settingsQuery = queryOptions({
  queryKey: keys.settings,
  queryFn: () => dataOf(socialApi.GET('/api/settings')),
});

export interface Settings {
  readonly readReceipts: boolean;
  readonly typing: boolean;
  readonly presence: boolean;
}

export function useSettingsChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Partial<Settings>) =>
      dataOf(socialApi.PATCH('/api/settings', { body: change })),
    onSuccess: (settings) => client.setQueryData(settingsQuery.queryKey, settings),
  });
}
