import { type ReactNode, useId, useRef, useState } from 'react';
import { ActionList, type ActionListHandle } from './action-list';
import type { MenuSection } from './menu-section';

export interface MenuTrigger {
  'aria-expanded': boolean;
  'aria-controls': string;
  'aria-haspopup': 'true';
  onClick: () => void;
}

export interface MenuProps {
  trigger: (props: MenuTrigger) => ReactNode;
  /** Edge that the menu shares with its button. */
  side?: 'left' | 'right';
  label: string;
  sections: readonly MenuSection[];
}

/** A menu of actions under its button. */
export const Menu = ({ trigger, side = 'right', label, sections }: MenuProps) => {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLSpanElement>(null);
  const list = useRef<ActionListHandle>(null);
  const id = useId();
  const toggle = () => {
    const opener = root.current?.querySelector<HTMLElement>('[aria-haspopup]');
    if (isOpen || !opener) return list.current?.close();
    setOpen(true);
    list.current?.open(opener);
  };
  return (
    <span className="c-menu" ref={root}>
      {trigger({
        'aria-expanded': isOpen,
        'aria-controls': `${id}_list`,
        'aria-haspopup': 'true',
        onClick: toggle,
      })}
      <ActionList
        ref={list}
        root={root}
        id={id}
        label={label}
        sections={sections}
        side={side}
        className="c-menu-sheet"
        onClose={() => setOpen(false)}
      />
    </span>
  );
};
