import { type ReactNode, useId, useRef, useState } from 'react';
import { Opening } from '../parts/on-demand';
import type { ActionListHandle } from './action-list';
import type { MenuSection } from './menu-section';
import { ActionList } from './on-demand';

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
  const toggle = () => (isOpen ? list.current?.close() : setOpen(true));
  const close = () => setOpen(false);
  return (
    <span className="c-menu" ref={root} onPointerEnter={ActionList.preload} onFocus={ActionList.preload}>
      {trigger({
        'aria-expanded': isOpen,
        'aria-controls': `${id}_list`,
        'aria-haspopup': 'true',
        onClick: toggle,
      })}
      {isOpen && (
        <Opening onClose={close}>
          <ActionList
            ref={list}
            root={root}
            opener={() => root.current?.querySelector<HTMLElement>('[aria-haspopup]') ?? null}
            id={id}
            label={label}
            sections={sections}
            side={side}
            className="c-menu-sheet"
            onClose={close}
          />
        </Opening>
      )}
    </span>
  );
};
