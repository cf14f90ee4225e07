import { lazy, Suspense, useState } from 'react';
import { Icon } from './icon.js';
import { useTabIndex } from './roving.js';

const load = () => import('./action-menu.js');
const ActionMenu = lazy(load);

export interface MenuAction {
  readonly text: string;
  readonly onSelect: () => void;
}

export interface QuickAction extends MenuAction {
  readonly label: string;
  readonly isOn: boolean;
}

export interface MenuProps {
  /** Of the button and the menu. */
  readonly label: string;
  readonly actions: readonly MenuAction[];
  /** A row of signs above the actions. */
  readonly quick?: readonly QuickAction[];
}

/** A button whose menu is loaded when a pointer or the focus comes near: pages start without it. */
export function LazyMenu(props: MenuProps) {
  const [isWanted, setWanted] = useState(false);
  const tabIndex = useTabIndex();
  const button = (
    <button
      className="button-round"
      tabIndex={tabIndex}
      aria-label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setWanted(true)}
    >
      <Icon name="more" />
    </button>
  );
  if (!isWanted) return button;
  return (
    <Suspense fallback={button}>
      <ActionMenu {...props} />
    </Suspense>
  );
}
