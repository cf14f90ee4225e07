import { useEffect, useRef, type RefObject } from 'react';
import { Link } from 'wouter';
import type { FriendChange } from '../api/friends.js';
import { useTexts } from '../texts/texts.js';
import { ErrorText } from '../ui/page.js';
import { Avatar } from '../ui/person.js';
import { useTabIndex } from '../ui/roving-tabindex.js';
import { useFriendActions } from './friend-actions.js';
import { FriendMenu } from './friend-menu.js';
import { UndoButton, useWaitingText } from './waiting-action.js';

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
  const { act, waiting, undo, error } = useFriendActions(person.id, name);
  const waitingText = useWaitingText(waiting);
  const row = useRef<HTMLLIElement>(null);
  useKeptFocus(row, undo !== null);
  return (
    <li className="person" data-row={person.id} ref={row}>
      <Avatar person={person} name={name} online={online} />
      <span className="person-text">
        <bdi className="person-name">{name}</bdi>
        {/* Of a friend: whether they are online. */}
        <span className="person-note" data-passing={chatId && ''}>
          {waitingText ?? note}
        </span>
      </span>
      <span className="person-actions">
        {chatId && <MessageLink chatId={chatId} name={name} />}
        {undo && <UndoButton name={name} onUndo={undo} />}
        {!undo &&
          changes.map((change, index) => (
            <ChangeButton
              key={change}
              {...{ name, change }}
              isStrong={index === 0 && changes.length > 1}
              isWaiting={waiting !== null}
              onPress={() => act(change)}
            />
          ))}
        {changes.length > 0 && <ErrorText error={error} isInline />}
        {!waiting && (
          <FriendMenu
            id={person.id}
            name={name}
            isFriend={chatId !== undefined}
            isBlocked={isBlocked}
          />
        )}
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

interface ChangeButtonProps {
  readonly name: string;
  readonly change: Change;
  readonly isStrong: boolean;
  readonly isWaiting: boolean;
  readonly onPress: () => void;
}

function ChangeButton({ name, change, isStrong, isWaiting, onPress }: ChangeButtonProps) {
  const text = useTexts().friends[change];
  return (
    <button
      className={isStrong ? 'button button-strong' : 'button'}
      tabIndex={useTabIndex()}
      aria-disabled={isWaiting}
      aria-label={`${text}: ${name}`}
      onClick={() => isWaiting || onPress()}
    >
      {text}
    </button>
  );
}

/** The button that was pressed gives way to the one that takes it back, and the other way round: the focus stays in the row. */
function useKeptFocus(row: RefObject<HTMLElement | null>, canUndo: boolean): void {
  const before = useRef(canUndo);
  useEffect(() => {
    if (before.current === canUndo) return;
    before.current = canUndo;
    if (document.activeElement === document.body)
      row.current?.querySelector<HTMLElement>('button')?.focus();
  }, [row, canUndo]);
}
