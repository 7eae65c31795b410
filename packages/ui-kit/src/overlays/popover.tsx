import { OverlayPanel } from 'primereact/overlaypanel';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { isTyping } from '../parts/keys';
import { Prime } from '../prime/prime';
import type { MenuTrigger } from './menu';
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
  const panel = useRef<OverlayPanel>(null);
  const id = useId();
  const anchor = () => root.current?.querySelector<HTMLElement>('[aria-haspopup]') ?? null;
  const open = () => {
    setOpen(true);
    layer.current?.showPopover();
    panel.current?.show(null, anchor());
  };
  const hide = () => {
    setOpen(false);
    panel.current?.hide();
  };
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
    <span className="c-menu" ref={root} onKeyDown={keys}>
      {trigger({
        'aria-expanded': isOpen,
        'aria-controls': id,
        'aria-haspopup': 'true',
        onClick: isOpen ? hide : open,
      })}
      <div ref={layer} popover="manual" className="c-layer">
        <Prime>
          <OverlayPanel
            ref={panel}
            appendTo="self"
            pt={{
              // Focusable, so that a press on a label or on empty space does not move the focus out and close the sheet.
              root: { id, role: 'group', 'aria-label': label, tabIndex: -1 },
            }}
            onHide={() => {
              setOpen(false);
              layer.current?.hidePopover();
            }}
          >
            {isOpen && children(close)}
          </OverlayPanel>
        </Prime>
      </div>
    </span>
  );
};

const step = (sheet: HTMLElement | null, by: number) => {
  const items = [...(sheet?.querySelectorAll<HTMLElement>('.c-menu-item') ?? [])];
  const focused = items.indexOf(document.activeElement as HTMLElement);
  items[(focused + by + items.length) % items.length]?.focus();
};
