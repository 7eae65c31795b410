import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { type Point, useOutside, useTopLayer } from './top-layer';

export interface MenuAction {
  key: string;
  label: string;
  icon?: ReactNode;
  /** A second, grey line: why the item is disabled, or what it does. */
  hint?: string;
  danger?: boolean;
  /** The item stays in the menu, so that the hint can be read, and does nothing. */
  disabled?: boolean;
  checked?: boolean;
  testId?: string;
  onSelect: () => void;
}

/** A group of actions, under a title or a separator. */
export interface MenuSection {
  key: string;
  title?: string;
  actions: readonly MenuAction[];
}

export interface ContextMenuProps {
  at: Point;
  label: string;
  sections: readonly MenuSection[];
  onClose: () => void;
  'data-testid'?: string;
}

/** A menu at a point of the window. It takes the focus and restores it; on a phone it opens at the bottom. */
export const ContextMenu = ({ at, label, sections, onClose, ...rest }: ContextMenuProps) => {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  useTopLayer(ref, () => ({ left: at.x, top: at.y, bottom: at.y }));
  useEffect(() => {
    before.current = document.activeElement;
    items(ref.current)[0]?.focus();
  }, []);
  const close = useCallback(() => {
    onClose();
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
  }, [onClose]);
  useOutside(ref, onClose);
  const keys = (event: KeyboardEvent) => {
    // The elements behind the menu must not handle its keys.
    event.stopPropagation();
    const all = items(ref.current);
    const now = all.indexOf(document.activeElement as HTMLElement);
    const go = (index: number) => {
      event.preventDefault();
      all[(index + all.length) % all.length]?.focus();
    };
    if (event.key === 'ArrowDown') go(now + 1);
    else if (event.key === 'ArrowUp') go(now - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(-1);
    else if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      close();
    } else if (event.key.length === 1 && /\S/.test(event.key)) {
      const letter = event.key.toLocaleLowerCase();
      const found = [...all.slice(now + 1), ...all].find((item) =>
        item.textContent.trim().toLocaleLowerCase().startsWith(letter),
      );
      found?.focus();
    }
  };
  return (
    <div
      ref={ref}
      popover="manual"
      className="c-context"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      data-testid={rest['data-testid']}
      onKeyDown={keys}
      onClick={(event) => event.stopPropagation()}
      onContextMenu={(event) => event.preventDefault()}
    >
      {sections
        .filter((section) => section.actions.length > 0)
        .map((section) => (
          <div key={section.key} role="group" aria-label={section.title}>
            {section.title && (
              <div className="c-menu-title" aria-hidden>
                {section.title}
              </div>
            )}
            {section.actions.map((action) => (
              <MenuLine key={action.key} action={action} onClose={close} />
            ))}
          </div>
        ))}
    </div>
  );
};

const items = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('.c-menu-item') ?? []),
];

const MenuLine = ({ action, onClose }: { action: MenuAction; onClose: () => void }) => (
  <button
    type="button"
    role={action.checked === undefined ? 'menuitem' : 'menuitemradio'}
    aria-checked={action.checked}
    aria-disabled={action.disabled || undefined}
    tabIndex={-1}
    className="c-menu-item"
    data-danger={action.danger || undefined}
    data-testid={action.testId}
    onClick={() => {
      if (action.disabled) return;
      onClose();
      action.onSelect();
    }}
  >
    {action.icon}
    <span>
      {action.label}
      {action.hint && <small>{action.hint}</small>}
    </span>
  </button>
);
