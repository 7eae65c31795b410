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
  /** `close` gives the focus back to the trigger. */
  children: (close: () => void) => ReactNode;
}

/** A sheet under its button: Escape, a click elsewhere or leaving it by Tab closes it; arrows walk its items. */
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
        // Takes the focus of a click on a label or on nothing, which would else go to what is behind and close it.
        <div className="c-menu-sheet" id={id} data-side={side} role="group" aria-label={label} tabIndex={-1}>
          {children(close)}
        </div>
      )}
    </span>
  );
};

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

const step = (root: HTMLElement | null, by: number) => {
  const items = [...(root?.querySelectorAll<HTMLElement>('.c-menu-item') ?? [])];
  const now = items.indexOf(document.activeElement as HTMLElement);
  items[(now + by + items.length) % items.length]?.focus();
};
