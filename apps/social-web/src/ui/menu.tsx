import { lazy, Suspense, useState } from 'react';
import { Icon } from './icon.js';
import { lazyComponent } from './lazy.js';
import { ErrorText } from './page.js';
import { useTabIndex } from './roving-tabindex.js';

export const Confirm = lazyComponent(() => import('./confirm-dialog.js'));

const load = () => import('./action-menu.js');
const ActionMenu = lazy(load);

export interface MenuAction {
  readonly text: string;
  /** Asked before the action. */
  readonly confirm?: { readonly title: string; readonly text?: string };
  /** Not offered from this moment on, in milliseconds of this device's clock. */
  readonly until?: number;
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
  /** A row of emoji above the actions. */
  readonly quick?: readonly QuickAction[];
}

interface MenuWithErrorProps extends MenuProps {
  /** Of the last action. */
  readonly error: unknown;
}

/** A button with a menu of actions, some of which ask for confirmation first. */
export function Menu({ actions, error, ...props }: MenuWithErrorProps) {
  const [asking, setAsking] = useState<MenuAction | null>(null);
  return (
    <>
      <LazyMenu
        {...props}
        actions={actions.map((action) =>
          action.confirm ? { ...action, onSelect: () => setAsking(action) } : action,
        )}
      />
      {asking?.confirm && (
        <Confirm
          {...asking.confirm}
          action={asking.text}
          onConfirm={asking.onSelect}
          onClose={() => setAsking(null)}
        />
      )}
      <ErrorText error={error} isInline />
    </>
  );
}

/** Loads the menu when a pointer or the focus comes near its button, so that pages start without it. */
function LazyMenu(props: MenuProps) {
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
