import { Link } from 'wouter';
import type { FriendChange } from '../api/friends.js';
import { useTexts } from '../texts/texts.js';
import { ErrorText } from '../ui/page.js';
import { Avatar } from '../ui/person.js';
import { useTabIndex } from '../ui/roving-tabindex.js';
import { useFriendActions } from './friend-actions.js';
import { FriendMenu } from './friend-menu.js';

type Change = Exclude<FriendChange, 'remove' | 'block'>;

export interface PersonRowProps {
  readonly person: { readonly id: string; readonly image: string | null };
  readonly name: string;
  readonly note: string;
  readonly online?: boolean;
  /** Of a friend, instead of changes. */
  readonly chatId?: string;
  /** The first of several is emphasised. */
  readonly changes?: readonly Change[];
}

export function PersonRow(props: PersonRowProps) {
  const { person, name, note, online = false, chatId, changes = [] } = props;
  const isBlocked = changes.includes('unblock');
  return (
    <li className="person" data-row={person.id}>
      <Avatar person={person} name={name} online={online} />
      <span className="person-text">
        <bdi className="person-name">{name}</bdi>
        <span className="person-note">{note}</span>
      </span>
      <span className="person-actions">
        {chatId && <MessageLink chatId={chatId} name={name} />}
        {changes.map((change, index) => (
          <ChangeButton
            key={change}
            {...{ id: person.id, name, change }}
            isStrong={index === 0 && changes.length > 1}
          />
        ))}
        {!isBlocked && <FriendMenu id={person.id} name={name} isFriend={chatId !== undefined} />}
      </span>
    </li>
  );
}

function MessageLink({ chatId, name }: { readonly chatId: string; readonly name: string }) {
  const { friends } = useTexts();
  return (
    <Link
      className="button"
      tabIndex={useTabIndex()}
      href={`/chats/${chatId}`}
      aria-label={`${friends.message}: ${name}`}
    >
      {friends.message}
    </Link>
  );
}

function ChangeButton(props: { id: string; name: string; change: Change; isStrong: boolean }) {
  const { id, name, change, isStrong } = props;
  const { friends } = useTexts();
  const tabIndex = useTabIndex();
  const { act, isPending, error } = useFriendActions(id, name);
  const text = friends[change];
  return (
    <>
      <button
        className={isStrong ? 'button button-strong' : 'button'}
        tabIndex={tabIndex}
        aria-disabled={isPending}
        aria-label={`${text}: ${name}`}
        onClick={() => isPending || act(change)}
      >
        {text}
      </button>
      <ErrorText error={error} isInline />
    </>
  );
}
