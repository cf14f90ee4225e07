import type {
  AuditPage,
  AuditQuery,
  CreatedKey,
  KeyPage,
  KeyRotation,
  NewKey,
  RotatedKey,
} from './api-types.js';
import type { CallService } from './call-service.js';
import { isCursor, isObject, isText, listOf } from './reply-checks.js';
import { segment } from './send-request.js';
import type { CallOptions } from './settings.js';
import { goneIsRemoved } from './user-routes.js';

export interface KeyListQuery {
  /** The `cursor` of the page before. */
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

/** API keys, and the log of who did what; they need the scope `admin`. */
export function keyRoutes({ json, done }: CallService) {
  return {
    /** Makes a key; its secret is shown this once. A try whose reply was lost is not repeated, since it would make another. */
    createKey: (key: NewKey, options?: CallOptions): Promise<CreatedKey> => {
      const body = JSON.stringify(key);
      const route = {
        method: 'POST',
        path: ['keys'],
        body,
        members: { key: isObject, secret: isText },
      } as const;
      return json({ operation: 'createKey', ...route }, options);
    },

    listKeys: ({ after, limit }: KeyListQuery = {}, options?: CallOptions): Promise<KeyPage> => {
      const query = { after, limit };
      const route = {
        method: 'GET',
        path: ['keys'],
        query,
        members: { keys: listOf(isObject), cursor: isCursor },
      } as const;
      return json({ operation: 'listKeys', ...route }, options);
    },

    /** Another secret for a key, which goes on beside it for `overlap` seconds. */
    rotateKey: (
      id: string,
      rotation: KeyRotation = {},
      options?: CallOptions,
    ): Promise<RotatedKey> => {
      const path = ['keys', segment(id), 'rotate'];
      const members = { key: isObject, secret: isText, replaced: isObject };
      const route = { method: 'POST', path, body: JSON.stringify(rotation), members } as const;
      return json({ operation: 'rotateKey', ...route }, options);
    },

    endKey: (id: string, options?: CallOptions): Promise<void> => {
      const route = { method: 'DELETE', path: ['keys', segment(id)] } as const;
      return done({ operation: 'endKey', ...route }, options).catch(goneIsRemoved);
    },

    /** The newest entries first; `cursor` is `after` of the next, older page. */
    readAudit: (query: AuditQuery = {}, options?: CallOptions): Promise<AuditPage> => {
      const { after, limit, action, key } = query;
      const members = { entries: listOf(isObject), cursor: isCursor };
      const sent = { after, limit, action, key };
      const route = { method: 'GET', path: ['audit'], query: sent, members } as const;
      return json({ operation: 'readAudit', ...route }, options);
    },
  };
}
