import { useEffect, useRef } from 'react';
import { isTyping } from '@coulisse/ui-kit';

export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** Keyboard shortcuts of a page (`c`, `ArrowDown`, `mod+s`). Disabled while typing or while a dialog is open. */
export const useShortcuts = (shortcuts: Shortcuts, active = true): void => {
  const current = useRef(shortcuts);
  useEffect(() => {
    current.current = shortcuts;
  });
  useEffect(() => {
    if (!active) return;
    const press = (event: KeyboardEvent) => {
      const mod = event.ctrlKey || event.metaKey;
      const action = current.current[mod ? `mod+${event.key.toLowerCase()}` : event.key];
      if (!action || event.altKey || event.defaultPrevented) return;
      if (!mod && (isTyping(event.target) || document.querySelector('dialog[open]'))) return;
      event.preventDefault();
      action(event);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [active]);
};
