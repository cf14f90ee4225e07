import { Suspense, useState, type ReactNode } from 'react';
import { Icon } from './icon.js';
import { lazyComponent, lazyScript } from './lazy.js';
import { ErrorText } from './page.js';
import { useTabIndex } from './roving-tabindex.js';

export const Confirm = lazyComponent(() => import('./confirm-dialog.js'));

const load = () => import('./action-menu.js');
const ActionMenu = lazyScript(load);

export interface MenuAction {
  readonly text: string;
  /** Asked before the action. */
  readonly confirm?: { readonly title: string; readonly text?: string };
  /** Not offered from this moment on, in milliseconds of the server's clock. */
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
  /** At the end of that row. */
  readonly more?: MenuAction;
}

interface MenuWithErrorProps extends MenuProps {
  /** Of the last action. */
  readonly error: unknown;
  /** Opened when it appears: its button was pressed before. */
  readonly startsOpen?: boolean;
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
function LazyMenu({ startsOpen = false, ...props }: MenuProps & { readonly startsOpen?: boolean }) {
  return (
    <MenuOnPress label={props.label} onNear={load} isPressed={startsOpen}>
      <ActionMenu {...props} />
    </MenuOnPress>
  );
}

interface MenuOnPressProps {
  readonly label: string;
  readonly onNear: () => Promise<unknown>;
  readonly isPressed?: boolean;
  /** In the place of the button once that is pressed, and itself what opens it again. */
  readonly children: ReactNode;
}

/** The button of a menu, which stands for all of it until it is pressed. */
export function MenuOnPress({ label, onNear, isPressed = false, children }: MenuOnPressProps) {
  const [isWanted, setWanted] = useState(isPressed);
  const tabIndex = useTabIndex();
  // Tried again when it is pressed.
  const prepare = () => void onNear().catch(() => {});
  const button = (
    <button
      className="button-round"
      tabIndex={tabIndex}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => setWanted(true)}
    >
      <Icon name="more" />
    </button>
  );
  if (!isWanted) return button;
  return <Suspense fallback={button}>{children}</Suspense>;
}
