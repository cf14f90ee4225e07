import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useFriendChange, type Friend, type FriendChange } from '../api/friends.js';
import { useTexts } from '../texts/texts.js';
import { ErrorText } from '../ui/page.js';
import { Avatar, personName } from '../ui/person.js';
import { useTabIndex } from '../ui/roving-tabindex.js';
import { FriendMenu } from './friend-menu.js';

type Person = Omit<Friend, 'chatId' | 'since'>;

interface RowProps {
  readonly person: Person;
  readonly name: string;
  readonly note: string;
  readonly online?: boolean;
  readonly children: ReactNode;
}

function Row({ person, name, note, online = false, children }: RowProps) {
  return (
    <li className="person" data-row={person.id}>
      <Avatar person={person} name={name} online={online} />
      <span className="person-text">
        <bdi className="person-name">{name}</bdi>
        <span className="person-note">{note}</span>
      </span>
      <span className="person-actions">{children}</span>
    </li>
  );
}

interface ChangeButtonProps {
  readonly id: string;
  readonly name: string;
  readonly change: FriendChange;
  readonly text: string;
  readonly strong?: boolean;
}

function ChangeButton({ id, name, change, text, strong = false }: ChangeButtonProps) {
  const tabIndex = useTabIndex();
  const { mutate, isPending, error } = useFriendChange();
  return (
    <>
      <button
        className={strong ? 'button button-strong' : 'button'}
        tabIndex={tabIndex}
        aria-disabled={isPending}
        aria-label={`${text}: ${name}`}
        onClick={() => isPending || mutate({ change, id })}
      >
        {text}
      </button>
      <ErrorText error={error} isInline />
    </>
  );
}

interface FriendRowProps {
  readonly person: Friend;
  readonly online: boolean;
}

export function FriendRow({ person, online }: FriendRowProps) {
  const texts = useTexts();
  const name = personName(person, texts);
  const tabIndex = useTabIndex();
  const note = online ? texts.friends.online : texts.friends.offline;
  return (
    <Row person={person} name={name} note={note} online={online}>
      <Link
        className="button"
        tabIndex={tabIndex}
        href={`/chats/${person.chatId}`}
        aria-label={`${texts.friends.message}: ${name}`}
      >
        {texts.friends.message}
      </Link>
      <FriendMenu id={person.id} name={name} />
    </Row>
  );
}

export function IncomingRow({ person }: { readonly person: Person }) {
  const texts = useTexts();
  const target = { id: person.id, name: personName(person, texts) };
  return (
    <Row person={person} name={target.name} note={texts.friends.incoming}>
      <ChangeButton {...target} change="accept" text={texts.friends.accept} strong />
      <ChangeButton {...target} change="deny" text={texts.friends.deny} />
    </Row>
  );
}

export function OutgoingRow({ person }: { readonly person: Person }) {
  const texts = useTexts();
  const target = { id: person.id, name: personName(person, texts) };
  return (
    <Row person={person} name={target.name} note={texts.friends.outgoing}>
      <ChangeButton {...target} change="cancel" text={texts.friends.withdraw} />
    </Row>
  );
}

/** The server withholds the profile of a blocked person, so there may be no name to show. */
export function BlockedRow({ person }: { readonly person: Person }) {
  const { friends } = useTexts();
  const name = person.name ?? friends.blockedPerson;
  return (
    <Row person={person} name={name} note={friends.views.blocked}>
      <ChangeButton id={person.id} name={name} change="unblock" text={friends.unblock} />
    </Row>
  );
}
