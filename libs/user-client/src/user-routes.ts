import type { BodyOf, ManagedUser, NewUser, ReplyOf, User, UserPatch } from './api-types.js';
import type { CallService } from './call-service.js';
import { isText, isUser, listOf } from './reply-checks.js';
import { segment } from './send-request.js';
import type { CallOptions } from './settings.js';
import { isUserServiceError } from './user-service-error.js';

export interface RegisterOptions extends CallOptions {
  /**
   * Makes the registration safe to repeat for 24 hours, also by another process: 1 to 255 visible ASCII characters. By default
   * one by chance, the same for all tries of this call.
   */
  readonly idempotencyKey?: string | undefined;
}

export interface UserListQuery {
  /** 1 to 1000; 100. */
  readonly limit?: number | undefined;
  /** Only users after this e-mail, in byte order. */
  readonly after?: string | undefined;
  /** Only users whose e-mail begins with this, byte by byte. */
  readonly emailPrefix?: string | undefined;
}

export interface UserPage {
  readonly users: readonly ManagedUser[];
  /** `after` of the next page; null: this is the last. */
  readonly next: string | null;
}

type Envelope = ReplyOf<'readUserByEmail'>;

/** The routes for one user, and for pages of them. */
export function userRoutes({ json, page, done, settings }: CallService) {
  return {
    /** The greeting of the home page, by which one sees that the service is there. */
    greet: async (options?: CallOptions): Promise<string> => {
      // The route decides by this header of the request what it replies.
      const headers = { 'content-type': 'application/json' };
      const route = { method: 'GET', path: [''], headers, members: { data: isText } } as const;
      const { data } = await json<{ data: string }>({ operation: 'greet', ...route }, options);
      return data;
    },

    /** Registers a user. A try whose reply was lost is sent again, and registers nobody twice. */
    registerUser: async (user: NewUser, options: RegisterOptions = {}): Promise<User> => {
      const { idempotencyKey = createKey(), ...rest } = options;
      const headers = { 'idempotency-key': idempotencyKey };
      const route = {
        method: 'POST',
        path: ['users'],
        headers,
        members: { data: isUser },
      } as const;
      const body = JSON.stringify(user);
      return (await json<Envelope>({ operation: 'registerUser', ...route, body }, rest)).data;
    },

    /** The user with exactly this e-mail. Fails with `user_not_found`. */
    readUserByEmail: async (email: string, options?: CallOptions): Promise<User> => {
      const route = {
        method: 'GET',
        path: ['users', segment(email)],
        members: { data: isUser },
      } as const;
      return (await json<Envelope>({ operation: 'readUserByEmail', ...route }, options)).data;
    },

    /** A page of users in the byte order of their e-mails. */
    listUsers: async (query: UserListQuery = {}, options?: CallOptions): Promise<UserPage> => {
      const { limit, after, emailPrefix } = query;
      const sent = { limit, after, email_prefix: emailPrefix };
      const route = {
        method: 'GET',
        path: ['users'],
        query: sent,
        members: { data: listOf(isUser) },
      } as const;
      const request = { operation: 'listUsers', ...route } as const;
      const { body, headers } = await page<ReplyOf<'listUsers'>>(request, options);
      return { users: body.data, next: nextOf(headers.get('link'), settings.base) };
    },

    /** What the patch leaves out stays, null empties. It is not sent again where it may have been carried out. */
    changeUser: async (
      email: string,
      patch: UserPatch,
      options?: CallOptions,
    ): Promise<ManagedUser> => {
      const path = ['users', segment(email)];
      const body = JSON.stringify(patch);
      const route = { method: 'PATCH', path, body, members: { data: isUser } } as const;
      return (await json<ReplyOf<'changeUser'>>({ operation: 'changeUser', ...route }, options))
        .data;
    },

    /** Removes the user with this e-mail. That a repeated try finds nobody any more is a success. */
    removeUser: async (email: string, options?: CallOptions): Promise<void> => {
      const route = { method: 'DELETE', path: ['users', segment(email)] } as const;
      await done({ operation: 'removeUser', ...route }, options).catch(goneIsRemoved);
    },

    /**
     * Asks for a mail by which a user proves the e-mail. It succeeds alike whoever has the address, so nobody learns who is
     * registered; a mail is sent to a user without proof, at most one a minute.
     */
    requestVerification: (email: string, options?: CallOptions): Promise<void> => {
      const body = JSON.stringify({ Email: email } satisfies BodyOf<'requestVerification'>);
      const route = { method: 'POST', path: ['users', 'verification'], body } as const;
      return done({ operation: 'requestVerification', ...route }, options);
    },
  };
}

/** 404 to a removal, of which a try before may have done it already. */
export function goneIsRemoved(error: unknown): void {
  if (isUserServiceError(error) && error.status === 404 && error.mayHaveHappened) return;
  throw error;
}

/** 128 bits by chance. `randomUUID` is only there in pages with https. */
function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** `</users?limit=2&after=b%40c.de>; rel="next"` → `b@c.de` */
function nextOf(link: string | null, base: URL): string | null {
  const [, target] = /^<([^>]*)>; ?rel="next"/.exec(link ?? '') ?? [];
  return target === undefined ? null : new URL(target, base).searchParams.get('after');
}
