import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';

export interface MenuTrigger {
  'aria-expanded': boolean;
  'aria-controls': string;
  'aria-haspopup': 'true';
  onClick: () => void;
}

export interface MenuProps {
  trigger: (props: MenuTrigger) => ReactNode;
  side?: 'left' | 'right';
  label: string;
  /** `close` returns the focus to the trigger. */
  children: (close: () => void) => ReactNode;
}

/** A menu under its button: Escape, a click outside or Tab out of it closes it; arrows move between items. */
export const Menu = ({ trigger, side = 'right', label, children }: MenuProps) => {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLSpanElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open) return;
    const elsewhere = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', elsewhere);
    document.addEventListener('focusin', elsewhere);
    return () => {
      document.removeEventListener('pointerdown', elsewhere);
      document.removeEventListener('focusin', elsewhere);
    };
  }, [open]);
  const close = () => {
    setOpen(false);
    root.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      event.stopPropagation();
      close();
    }
    if (open && (event.key === 'ArrowDown' || event.key === 'ArrowUp') && !isTyping(event.target)) {
      event.preventDefault();
      step(root.current, event.key === 'ArrowDown' ? 1 : -1);
    }
  };
  return (
    <span className="c-menu" ref={root} onKeyDown={keys}>
      {trigger({
        'aria-expanded': open,
        'aria-controls': id,
        'aria-haspopup': 'true',
        onClick: () => setOpen(!open),
      })}
      {open && (
        // Focusable, so that a click on a label or on empty space does not move the focus out and close the menu.
        <div className="c-menu-sheet" id={id} data-side={side} role="group" aria-label={label} tabIndex={-1}>
          {children(close)}
        </div>
      )}
    </span>
  );
};

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/** The keys that open a context menu. */
export const isMenuKey = (event: KeyboardEvent): boolean =>
  event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10');

const step = (root: HTMLElement | null, by: number) => {
  const items = [...(root?.querySelectorAll<HTMLElement>('.c-menu-item') ?? [])];
  const now = items.indexOf(document.activeElement as HTMLElement);
  items[(now + by + items.length) % items.length]?.focus();
};
