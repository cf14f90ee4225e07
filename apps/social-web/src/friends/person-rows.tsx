import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Avatar } from '../layout/avatar.js';
import { personName } from '../layout/person-name.js';
import { useTabIndex } from '../layout/roving.js';
import { faultText, useWords } from '../words/words.js';
import { FriendMenu } from './friend-menu.js';
import { useFriendChange, type FriendChange } from './friends.js';

interface Person {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly image: string | null;
}

interface RowProps {
  readonly person: Person;
  readonly name?: string;
  readonly note: string;
  readonly online?: boolean;
  readonly children: ReactNode;
}

function Row({ person, name, note, online = false, children }: RowProps) {
  const words = useWords();
  const shown = name ?? personName(person, words);
  return (
    <li className="person" data-row={person.id}>
      <Avatar id={person.id} name={shown} image={person.image} online={online} />
      <span className="person-text">
        <bdi className="person-name">{shown}</bdi>
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
  const words = useWords();
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
      {error && (
        <span role="alert" className="fault">
          {faultText(words, error)}
        </span>
      )}
    </>
  );
}

export function FriendRow({
  person,
  online,
}: {
  readonly person: Person & { readonly chatId: string };
  readonly online: boolean;
}) {
  const words = useWords();
  const name = personName(person, words);
  const tabIndex = useTabIndex();
  const note = online ? words.friends.online : words.friends.offline;
  return (
    <Row person={person} note={note} online={online}>
      <Link
        className="button"
        tabIndex={tabIndex}
        href={`/chats/${person.chatId}`}
        aria-label={`${words.friends.message}: ${name}`}
      >
        {words.friends.message}
      </Link>
      <FriendMenu id={person.id} name={name} />
    </Row>
  );
}

export function IncomingRow({ person }: { readonly person: Person }) {
  const words = useWords();
  const target = { id: person.id, name: personName(person, words) };
  return (
    <Row person={person} note={words.friends.incoming}>
      <ChangeButton {...target} change="accept" text={words.friends.accept} strong />
      <ChangeButton {...target} change="deny" text={words.friends.deny} />
    </Row>
  );
}

export function OutgoingRow({ person }: { readonly person: Person }) {
  const words = useWords();
  const target = { id: person.id, name: personName(person, words) };
  return (
    <Row person={person} note={words.friends.outgoing}>
      <ChangeButton {...target} change="cancel" text={words.friends.withdraw} />
    </Row>
  );
}

/** Whom one blocks is shown without a name: to look at their profile would be more than a block leaves. */
export function BlockedRow({ person }: { readonly person: Person }) {
  const words = useWords();
  const name = person.name ?? words.friends.blockedPerson;
  return (
    <Row person={person} name={name} note={words.friends.views.blocked}>
      <ChangeButton id={person.id} name={name} change="unblock" text={words.friends.unblock} />
    </Row>
  );
}
