import {
  Menu,
  MenuButton,
  MenuItem,
  MenuProvider,
  PortalContext,
  useMenuStore,
} from '@ariakit/react';
import { use, useEffect, useState, type KeyboardEvent } from 'react';
import { serverNow } from '../api/server-clock.js';
import { Icon } from './icon.js';
import type { MenuProps } from './menu.js';
import { useTabIndex } from './roving-tabindex.js';

/** Opens as soon as it is loaded, since it is loaded on demand. */
export default function ActionMenu({ label, actions, quick = [], more }: MenuProps) {
  // What is no longer possible when the menu is opened is not offered.
  const [openedAt, setOpenedAt] = useState(serverNow);
  const setOpen = (isOpen: boolean) => isOpen && setOpenedAt(serverNow());
  const menu = useMenuStore({ placement: 'bottom-end', setOpen });
  const offered = actions.filter(({ until = Infinity }) => openedAt < until);
  useEffect(() => {
    menu.setInitialFocus('first');
    menu.setAutoFocusOnShow(true);
    menu.show();
  }, [menu]);
  // Within a landmark, as everything is that somebody may look for; that of a dialog goes before.
  const place = use(PortalContext) ?? document.querySelector('main');
  // The menu stands at the end of its place: the next thing is the one after its button.
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Tab') return;
    menu.getState().disclosureElement?.focus();
    menu.hide();
  };
  return (
    <MenuProvider store={menu}>
      <MenuButton className="button-round" aria-label={label} tabIndex={useTabIndex()}>
        <Icon name="more" />
      </MenuButton>
      <PortalContext value={place}>
        <Menu
          className="menu"
          {...{ gutter: 6, portal: true, unmountOnHide: true, onKeyDown }}
          // That would put things into the document that take the focus and are hidden from screen readers.
          preserveTabOrder={false}
          aria-label={label}
        >
          {quick.length > 0 && (
            <div className="menu-quick">
              {quick.map(({ text, label: name, isOn, onSelect }) => (
                <MenuItem
                  key={text}
                  className="menu-quick-item"
                  aria-label={name}
                  data-on={isOn || undefined}
                  onClick={onSelect}
                >
                  {text}
                </MenuItem>
              ))}
              {more && (
                <MenuItem
                  className="menu-quick-item"
                  aria-label={more.text}
                  title={more.text}
                  onClick={more.onSelect}
                >
                  <Icon name="emoji" />
                </MenuItem>
              )}
            </div>
          )}
          {offered.map(({ text, onSelect }) => (
            <MenuItem key={text} className="menu-item" onClick={onSelect}>
              {text}
            </MenuItem>
          ))}
        </Menu>
      </PortalContext>
    </MenuProvider>
  );
}
