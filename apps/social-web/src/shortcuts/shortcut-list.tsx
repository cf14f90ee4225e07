import { useState } from 'react';
import { useTexts } from '../texts/texts.js';
import { TitledDialog } from '../ui/titled-dialog.js';
import { commandKey, optionKey } from './command-key.js';
import { hasSingleKeys, setSingleKeys } from './single-keys.js';
import './shortcuts.css';

type Name = Exclude<keyof ReturnType<typeof useTexts>['shortcuts']['means'], 'list'>;

const keys: readonly (readonly [Name, readonly string[]])[] = [
  ['switcher', [commandKey, 'K']],
  ['next', [optionKey, '↓']],
  ['previous', [optionKey, '↑']],
  ['nextUnread', [optionKey, 'Shift', '↓']],
  ['previousUnread', [optionKey, 'Shift', '↑']],
  ['edit', ['↑']],
  ['reply', ['R']],
  ['toField', ['Esc']],
];

/** What the keyboard can do, and which of it can be turned off. */
export default function ShortcutList({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts();
  const { title, means, single } = texts.shortcuts;
  const [isOn, setOn] = useState(hasSingleKeys);
  return (
    <TitledDialog title={title} onClose={onClose}>
      <dl className="shortcut-list">
        {keys.map(([name, pressed]) => (
          <Shortcut key={name} meaning={means[name]} pressed={pressed} />
        ))}
        <Shortcut meaning={means.list} pressed={['?']} />
      </dl>
      <label className="shortcut-single">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            setSingleKeys(target.checked);
            setOn(target.checked);
          }}
        />
        {single}
      </label>
    </TitledDialog>
  );
}

interface ShortcutProps {
  readonly meaning: string;
  readonly pressed: readonly string[];
}

function Shortcut({ meaning, pressed }: ShortcutProps) {
  return (
    <div>
      <dt>{meaning}</dt>
      <dd dir="ltr">
        {pressed.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dd>
    </div>
  );
}
