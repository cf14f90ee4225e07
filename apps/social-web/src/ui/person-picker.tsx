// One person is found by a part of their name, and chosen with the keyboard alone as well: in a dialog, or in a page.
import {
  Combobox,
  ComboboxItem,
  ComboboxList,
  ComboboxProvider,
  useComboboxStore,
} from '@ariakit/react';
import { useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useTexts } from '../texts/texts.js';
import { isForInputMethod } from './keyboard.js';
import { Loading } from './page.js';
import { Avatar, personName, type NamedPerson } from './person.js';
import { TitledDialog } from './titled-dialog.js';

/** Somebody with whom there is, or may be, a chat. */
export interface ListedPerson extends NamedPerson {
  readonly id: string;
  readonly image: string | null;
  readonly chatId: string;
}

interface PersonFinderProps {
  readonly title: string;
  /** Undefined while they are not known. */
  readonly people: readonly ListedPerson[] | undefined;
  readonly onPick: (person: ListedPerson) => void;
  readonly field?: RefObject<HTMLInputElement | null>;
}

interface PersonPickerProps extends Omit<PersonFinderProps, 'field'> {
  readonly onClose: () => void;
}

export function PersonPicker({ onClose, ...finding }: PersonPickerProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <TitledDialog title={finding.title} onClose={onClose} className="picker" initialFocus={field}>
      <PersonFinder {...finding} field={field} />
    </TitledDialog>
  );
}

export function PersonFinder({ title, people, onPick, field }: PersonFinderProps) {
  const texts = useTexts();
  const [typed, setTyped] = useState('');
  const combobox = useComboboxStore({ open: true, includesBaseElement: false, setValue: setTyped });
  const found = people?.filter((person) => isMeant(nameAndHandle(person), typed)) ?? [];
  // The library hands Enter on to the item by copying the event, of which a native one, as Preact gives it, has no key then.
  const pickActive = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isForInputMethod(event.nativeEvent)) return;
    const { activeId } = combobox.getState();
    const person = found.find(({ id }) => id === activeId);
    if (person) onPick(person);
  };
  return (
    <ComboboxProvider store={combobox}>
      <Combobox
        ref={field}
        autoSelect="always"
        onKeyDown={pickActive}
        aria-label={texts.picker.find}
        placeholder={texts.picker.find}
      />
      {people ? <Found title={title} people={found} onPick={onPick} /> : <Loading />}
    </ComboboxProvider>
  );
}

interface FoundProps extends Pick<PersonFinderProps, 'title' | 'onPick'> {
  readonly people: readonly ListedPerson[];
}

function Found({ title, people, onPick }: FoundProps) {
  const texts = useTexts();
  if (people.length === 0) return <p role="status">{texts.picker.none}</p>;
  return (
    <ComboboxList className="picker-list" alwaysVisible aria-label={title}>
      {people.map((person) => (
        <ComboboxItem
          key={person.id}
          id={person.id}
          className="picker-entry"
          value={person.id}
          setValueOnClick={false}
          hideOnClick={false}
          onClick={() => onPick(person)}
        >
          <Avatar person={person} name={personName(person, texts)} />
          <bdi>{personName(person, texts)}</bdi>
        </ComboboxItem>
      ))}
    </ComboboxList>
  );
}

const nameAndHandle = ({ name, email, handle }: ListedPerson) =>
  [name, email, handle && `@${handle}`].join(' ');

/** Each part that is typed is somewhere in the names, whatever the case and the accents: not every script has spaces. */
function isMeant(names: string, typed: string): boolean {
  const sought = plain(typed).split(/\s+/u);
  return sought.every((part) => plain(names).includes(part));
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();
