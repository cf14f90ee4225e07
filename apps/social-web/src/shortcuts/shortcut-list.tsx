import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import { useState } from 'react';
import { useTexts } from '../texts/texts.js';
import { Icon } from '../ui/icon.js';
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
    <Dialog
      open
      onClose={onClose}
      className="dialog"
      backdrop={<div className="dialog-backdrop" />}
      preventBodyScroll={false}
    >
      <div className="dialog-head">
        <DialogHeading>{title}</DialogHeading>
        <DialogDismiss className="button-round" aria-label={texts.dismiss}>
          <Icon name="close" />
        </DialogDismiss>
      </div>
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
    </Dialog>
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
