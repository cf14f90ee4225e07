import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Waker } from '../events/wakeups.js';
import { AlreadyRelated, CannotBefriendSelf } from '../friends/friends.errors.js';
import type { RelationStore } from '../friends/relation-store.port.js';
import { isUuid, pairOf, toChatId } from '../people/user-ids.js';
import type { ReportDraft, Reports } from '../reports/reports.js';
import type { InvitationStore } from './invitation-store.port.js';
import { InvitationNotFound, TooManyInvitations } from './invitations.errors.js';

export type Invitations = ReturnType<typeof createInvitations>;

/** Links of one person that can be used at the same time. */
const mostLinks = 20;

const digestOf = (token: string) => createHash('sha256').update(token).digest();

export interface InvitationsDependencies {
  readonly store: InvitationStore;
  readonly relations: Pick<RelationStore, 'change'>;
  readonly reports: Pick<Reports, 'reportInviter'>;
  readonly wakeups: Waker;
  /** Where the web client is, which opens the links. */
  readonly origin: string;
}

export function createInvitations({
  store,
  relations,
  reports,
  wakeups,
  origin,
}: InvitationsDependencies) {
  /** Who made a link that `me` can use; that somebody may not be known to `me` by anything else. */
  async function inviterOf(me: string, token: string) {
    const person = await store.open(digestOf(token), me);
    if (!person) throw new InvitationNotFound();
    const pair = pairOf(me, person.id);
    if (!pair) throw new CannotBefriendSelf();
    return { person, pair };
  }

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
      const { id, name, image, handle } = (await inviterOf(me, token)).person;
      return { person: { id, name, image, handle } };
    },
    /**
     * Blocks whoever made a link. A link that cannot be opened is unknown here, too, also when its maker is blocked already:
     * a second reply would tell whose it is.
     */
    async block(me: string, token: string) {
      const { pair } = await inviterOf(me, token);
      // False: blocked or erased since it was opened, so that it could not be opened any more.
      if (!(await relations.change('block-by-link', pair, me))) throw new InvitationNotFound();
      wakeups.wake([pair.lo, pair.hi]);
      return { changed: true };
    },
    /** Reports whoever made a link. */
    async report(me: string, token: string, draft: Pick<ReportDraft, 'reason' | 'note'>) {
      const { person } = await inviterOf(me, token);
      return reports.reportInviter(me, person.id, draft);
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
