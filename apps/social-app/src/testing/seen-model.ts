// What each of a few people may see of each other, in the plainest form: no database, nothing at the same time (ADR 0035).
// A name, an address and a picture are tokens that say whose they are and of which version, so that whatever somebody
// receives shows by itself of whom, and since when, they know it.

import { pictureAddress } from '../people/picture-address.js';
import type { SignedInUser } from './signed-in-user.js';

/** What is seen of a person. */
export interface Card {
  readonly name: string | null;
  readonly email: string | null;
  readonly image: string | null;
  readonly handle: string | null;
}

export interface ModelPerson {
  readonly id: string;
  readonly signedIn: SignedInUser;
  name: string | null;
  /** As the provider gives it, confirmed or not. */
  email: string | null;
  confirmed: boolean;
  image: string | null;
  handle: string | null;
  gone: boolean;
}

/** What one of two is to the other. */
export interface ModelRelation {
  state: 'none' | 'pending' | 'friends' | 'blocked';
  requester: string | null;
  typed: string | null;
  readonly blockers: Set<string>;
}

export interface KnownEvent {
  readonly type: 'friend_request' | 'new_friend';
  readonly personId: string;
  readonly card: Card;
}

export const nothing: Card = { name: null, email: null, image: null, handle: null };

export class SeenModel {
  private readonly relations = new Map<string, ModelRelation>();
  /** By viewer and person: what was known when the friendship ended. */
  private readonly kept = new Map<string, Card>();
  /** Viewer and person: of whose chat the viewer wants to hear nothing, and ever did. */
  readonly muted = new Set<string>();
  readonly everMuted = new Set<string>();
  private readonly events = new Map<string, KnownEvent[]>();

  private readonly people: readonly ModelPerson[];

  constructor(people: readonly ModelPerson[]) {
    this.people = people;
  }

  relationOf(one: string, other: string): ModelRelation {
    const key = [one, other].sort().join();
    const strangers = { state: 'none', requester: null, typed: null } as const;
    const found = this.relations.get(key) ?? { ...strangers, blockers: new Set<string>() };
    this.relations.set(key, found);
    return found;
  }

  eventsOf(viewer: string): readonly KnownEvent[] {
    return this.events.get(viewer) ?? [];
  }

  /** Whom this address leads to, or the handle behind `@`. */
  holderOf(sought: string): ModelPerson | null {
    const isFound = ({ confirmed, email, handle }: ModelPerson) =>
      (confirmed && email === sought) || (handle !== null && `@${handle}` === sought);
    return this.people.find((each) => !each.gone && isFound(each)) ?? null;
  }

  request(from: string, to: string, typed: string, quiet: boolean): void {
    Object.assign(this.relationOf(from, to), { state: 'pending', requester: from, typed });
    if (!quiet) this.note(to, 'friend_request', from);
  }

  accept(one: string, other: string): void {
    this.relationOf(one, other).state = 'friends';
    this.note(one, 'new_friend', other);
    this.note(other, 'new_friend', one);
  }

  /** A request or a friendship. */
  end(one: string, other: string): void {
    const relation = this.relationOf(one, other);
    if (relation.state === 'friends') {
      this.kept.set(`${one} of ${other}`, cardOf(this.person(other)));
      this.kept.set(`${other} of ${one}`, cardOf(this.person(one)));
    }
    Object.assign(relation, { state: 'none', requester: null, typed: null });
  }

  /** @param byLink what a link of theirs shows is known, too */
  block(blocker: string, other: string, byLink = false): void {
    const known = this.knownTo(blocker, other, byLink);
    const key = `${blocker} of ${other}`;
    if (known !== null) this.kept.set(key, { ...(this.kept.get(key) ?? nothing), ...known });
    this.end(blocker, other);
    const relation = this.relationOf(blocker, other);
    relation.state = 'blocked';
    relation.blockers.add(blocker);
  }

  unblock(blocker: string, other: string): void {
    const relation = this.relationOf(blocker, other);
    relation.blockers.delete(blocker);
    if (relation.blockers.size === 0) relation.state = 'none';
  }

  erase(id: string): void {
    this.person(id).gone = true;
    for (const { id: other } of this.people.filter((each) => each.id !== id)) {
      const relation = this.relationOf(id, other);
      Object.assign(relation, { state: 'none', requester: null, typed: null });
      relation.blockers.clear();
    }
  }

  /** In the lists of relations: those who are none of friend, asker or asked show nothing. */
  inList(viewer: string, of: string): Card {
    if (this.person(of).gone) return nothing;
    if (this.knows(viewer, of)) return cardOf(this.person(of));
    const { state, requester, typed, blockers } = this.relationOf(viewer, of);
    if (blockers.has(viewer)) return this.kept.get(`${viewer} of ${of}`) ?? nothing;
    if (state !== 'pending' || requester !== viewer) return nothing;
    return { ...nothing, ...asTyped(typed) };
  }

  /** Of a link that can be used, whatever the two are to each other but blocked. */
  inLink(of: string): Card {
    const { name, image, handle } = this.person(of);
    return {
      name: name?.includes('@') ? null : name,
      email: null,
      image: pictureAddress(of, image),
      handle,
    };
  }

  /** In a chat, and in an export of it: one goes on seeing what one knew. */
  inChat(viewer: string, of: string): Card {
    if (this.person(of).gone) return nothing;
    if (this.knows(viewer, of)) return cardOf(this.person(of));
    return this.kept.get(`${viewer} of ${of}`) ?? nothing;
  }

  /** What somebody who blocks knows of the other one at that moment, other than what was kept before. */
  private knownTo(viewer: string, of: string, byLink: boolean): Partial<Card> | null {
    if (this.knows(viewer, of)) return stated(cardOf(this.person(of)));
    if (byLink) return stated(this.inLink(of));
    const { requester, typed } = this.relationOf(viewer, of);
    if (requester === viewer) return asTyped(typed);
    if (this.kept.has(`${viewer} of ${of}`)) return null;
    return this.eventsOf(viewer).findLast(({ personId }) => personId === of)?.card ?? null;
  }

  private knows(viewer: string, of: string): boolean {
    const { state, requester } = this.relationOf(viewer, of);
    return state === 'friends' || (state === 'pending' && requester === of);
  }

  private person(id: string): ModelPerson {
    return this.people.find((each) => each.id === id)!;
  }

  private note(viewer: string, type: KnownEvent['type'], personId: string): void {
    const event = { type, personId, card: cardOf(this.person(personId)) };
    this.events.set(viewer, [...this.eventsOf(viewer), event]);
  }
}

const stated = (card: Card): Partial<Card> =>
  Object.fromEntries(Object.entries(card).filter(([, value]) => value !== null));

/** What the one who asked typed. */
function asTyped(typed: string | null): Partial<Card> {
  return typed?.startsWith('@') ? { handle: typed.slice(1) } : { email: typed };
}

/** What a friend, or the one who was asked, sees: an address only while confirmed, and no other address as a name. */
function cardOf({ id, name, email, confirmed, image, handle }: ModelPerson): Card {
  const address = confirmed ? email : null;
  const isAddress = name !== null && name.includes('@');
  const shown = isAddress && name !== address ? null : name;
  return { name: shown, email: address, image: pictureAddress(id, image), handle };
}
