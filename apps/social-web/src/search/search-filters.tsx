import { useRef, useState } from 'react';
import { usePartner } from '../store/use-store.js';
import { useTexts } from '../texts/texts.js';
import { Icon } from '../ui/icon.js';
import { lazyComponent } from '../ui/lazy.js';
import { personName } from '../ui/person.js';
import type { Sought } from './sought.js';

const ChatDialog = lazyComponent(() => import('./chat-dialog.js'));

interface SearchFiltersProps {
  readonly sought: Sought;
  readonly onFilter: (filters: Partial<Sought>) => void;
}

/** In which conversation, by whom, and from which day to which. */
export function SearchFilters({ sought, onFilter }: SearchFiltersProps) {
  const texts = useTexts();
  const { search } = texts;
  const { chat, by, since, until } = sought;
  const person = usePartner(chat ?? '');
  const name = chat === null ? null : personName(person, texts);
  return (
    <fieldset className="search-filters">
      <legend className="unseen">{search.filters}</legend>
      <ChatFilter
        name={name}
        onChat={(next) => onFilter({ chat: next, by: by === 'me' ? by : null })}
      />
      <label>
        {search.by}
        <select
          value={by ?? ''}
          onChange={({ target }) => onFilter({ by: (target.value || null) as Sought['by'] })}
        >
          <option value="">{search.anybody}</option>
          <option value="me">{texts.settings.profile}</option>
          {name !== null && <option value="them">{name}</option>}
        </select>
      </label>
      <DayField
        label={search.since}
        day={since}
        max={until}
        onDay={(day) => onFilter({ since: day })}
      />
      <DayField
        label={search.until}
        day={until}
        min={since}
        onDay={(day) => onFilter({ until: day })}
      />
    </fieldset>
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly day: string | null;
  readonly min?: string | null;
  readonly max?: string | null;
  readonly onDay: (day: string | null) => void;
}

function DayField({ label, day, min, max, onDay }: DayFieldProps) {
  return (
    <label>
      {label}
      <input
        type="date"
        value={day ?? ''}
        min={min ?? undefined}
        max={max ?? undefined}
        onChange={({ target }) => onDay(target.value || null)}
      />
    </label>
  );
}

interface ChatFilterProps {
  /** Of the other one; null while all conversations are searched. */
  readonly name: string | null;
  readonly onChat: (chatId: string | null) => void;
}

function ChatFilter({ name, onChat }: ChatFilterProps) {
  const { search } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className="search-chat">
      <button ref={button} className="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <bdi>{name === null ? search.everywhere : search.with(name)}</bdi>
      </button>
      {name !== null && (
        <button
          className="button-round"
          aria-label={search.everywhere}
          onClick={() => {
            onChat(null);
            // This one is gone.
            button.current?.focus();
          }}
        >
          <Icon name="close" />
        </button>
      )}
      {isOpen && (
        <ChatDialog
          onPick={(chatId) => {
            onChat(chatId);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
