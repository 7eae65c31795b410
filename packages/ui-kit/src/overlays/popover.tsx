import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { isTyping } from '../parts/keys';
import { Opening } from '../parts/on-demand';
import type { MenuTrigger } from './menu';
import { Sheet } from './on-demand';
import { useOutside } from './use-outside';

export interface PopoverProps {
  trigger: (props: MenuTrigger) => ReactNode;
  label: string;
  /** `close` returns the focus to the trigger. */
  children: (close: () => void) => ReactNode;
}

/** A sheet with any contents under its button: Escape, a press outside or Tab out of it closes it. */
export const Popover = ({ trigger, label, children }: PopoverProps) => {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLSpanElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const id = useId();
  const anchor = () => root.current?.querySelector<HTMLElement>('[aria-haspopup]') ?? null;
  const hide = () => setOpen(false);
  const close = () => {
    hide();
    anchor()?.focus();
  };
  useOutside(root, isOpen, hide);
  const keys = (event: KeyboardEvent) => {
    if (!isOpen) return;
    if (event.key === 'Escape') {
      // A dialog around it stays open.
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && !isTyping(event.target)) {
      event.preventDefault();
      step(layer.current, event.key === 'ArrowDown' ? 1 : -1);
    }
  };
  return (
    <span
      className="c-menu"
      ref={root}
      onKeyDown={keys}
      onPointerEnter={Sheet.preload}
      onFocus={Sheet.preload}
    >
      {trigger({
        'aria-expanded': isOpen,
        'aria-controls': id,
        'aria-haspopup': 'true',
        onClick: () => setOpen(!isOpen),
      })}
      {isOpen && (
        <Opening onClose={hide}>
          <Sheet layer={layer} anchor={anchor} id={id} label={label} onHide={hide}>
            {children(close)}
          </Sheet>
        </Opening>
      )}
    </span>
  );
};

const step = (sheet: HTMLElement | null, by: number) => {
  const items = [...(sheet?.querySelectorAll<HTMLElement>('.c-menu-item') ?? [])];
  const focused = items.indexOf(document.activeElement as HTMLElement);
  items[(focused + by + items.length) % items.length]?.focus();
};
