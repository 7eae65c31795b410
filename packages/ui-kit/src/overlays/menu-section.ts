import type { ReactNode } from 'react';

interface MenuActionBase {
  key: string;
  label: string;
  icon?: ReactNode;
  /** A second, grey line: why the item is disabled, or what it does. */
  hint?: string;
  /** The keyboard shortcut of the action, shown at the end of the line. */
  shortcut?: string;
  danger?: boolean;
  /** The item stays in the menu, so that the hint can be read, and does nothing. */
  disabled?: boolean;
  checked?: boolean;
  testId?: string;
}

/** An item of a menu: a command, or a link to a page of the application. */
export type MenuAction = MenuActionBase &
  ({ onSelect: () => void; to?: undefined } | { to: string; onSelect?: undefined });

/** A group of actions, under a title or a separator. */
export interface MenuSection {
  key: string;
  title?: string;
  actions: readonly MenuAction[];
}
