import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Waker } from '../events/wakeups.js';
import { AlreadyRelated, CannotBefriendSelf } from '../friends/friends.errors.js';
import { isUuid, pairOf, toChatId } from '../people/user-ids.js';
import type { InvitationStore } from './invitation-store.port.js';
import { InvitationNotFound, TooManyInvitations } from './invitations.errors.js';

export type Invitations = ReturnType<typeof createInvitations>;

/** Links of one person that can be used at the same time. */
const mostLinks = 20;

const digestOf = (token: string) => createHash('sha256').update(token).digest();

/** @param origin where the web client is, which opens the links */
export function createInvitations(store: InvitationStore, wakeups: Waker, origin: string) {
  return {
    async create(me: string, { maxUses = 1, days = 7 }: { maxUses?: number; days?: number }) {
      const token = randomBytes(32).toString('base64url');
      const link = { tokenDigest: digestOf(token), maxUses, days };
      const made = await store.create(me, link, mostLinks);
      if (!made) throw new TooManyInvitations();
      // Behind `#`, which browsers send to no server: no log, no preview of a link and no other site learns it.
      return { ...made, token, url: `${origin}/invitation#${token}` };
    },
    list: async (me: string) => ({ invitations: await store.list(me) }),
    revoke: async (me: string, id: string) => ({
      changed: isUuid(id) && (await store.revoke(me, id)),
    }),
    /** Who invites. Neither uses the link nor tells the person of the one who looks. */
    async open(me: string, token: string) {
      const person = await store.open(digestOf(token), me);
      if (!person) throw new InvitationNotFound();
      if (person.id === me) throw new CannotBefriendSelf();
      const { id, name, image, handle } = person;
      return { person: { id, name, image, handle } };
    },
    /** A link that there is not takes the same statements as one of somebody who blocks. */
    async accept(me: string, token: string) {
      const found = await store.find(digestOf(token));
      const { id, userId: inviter } = found ?? { id: randomUUID(), userId: randomUUID() };
      const pair = pairOf(me, inviter);
      if (!pair) throw new CannotBefriendSelf();
      if (await store.accept(id, pair, inviter)) {
        wakeups.wake([pair.lo, pair.hi]);
        return { id: inviter, chatId: toChatId(pair) };
      }
      const [person, areFriends] = [
        await store.open(digestOf(token), me),
        await store.areFriends(pair),
      ];
      throw person && areFriends ? new AlreadyRelated() : new InvitationNotFound();
    },
  };
}
