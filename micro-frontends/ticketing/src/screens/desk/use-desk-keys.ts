import { type RefObject, useEffect } from 'react';
import { isTyping } from '@coulisse/ui-kit';
import { MEANS, type Means } from './desk-money';

interface DeskKeys {
  /** Ctrl+Enter. */
  collect: () => void;
  /** 1 to 6, while nobody is typing. */
  chooseMeans: (means: Means) => void;
  /** Alt and a letter: what gets the focus. */
  focus: Readonly<Record<string, RefObject<HTMLElement | null>>>;
}

/** The keys of a sale at the desk: a place without a mouse. */
export function useDeskKeys({ collect, chooseMeans, focus }: DeskKeys): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const letter = event.code.replace('Key', '').toLowerCase();
      const target = event.altKey && !event.ctrlKey ? focus[letter]?.current : undefined;
      if (event.ctrlKey && event.key === 'Enter') collect();
      else if (target) {
        target.focus();
        if (target instanceof HTMLInputElement) target.select();
      } else if (
        /^[1-6]$/.test(event.key) &&
        !isTyping(event.target) &&
        !event.ctrlKey &&
        !event.metaKey &&
        !event.altKey
      )
        chooseMeans(MEANS[Number(event.key) - 1]!);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
