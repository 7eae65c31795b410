import { useLayoutEffect, useRef } from 'react';
import { Input, type InputProps } from '@coulisse/ui-kit';
import { applyMask, type Mask } from './mask';

interface MaskedInputProps extends Omit<InputProps, 'value' | 'onChange' | 'ref'> {
  mask: Mask;
  /** Without group spaces. */
  value: string;
  onChange: (clean: string) => void;
}

/** Formats the typed text in groups and keeps the caret in place. */
export const MaskedInput = ({ mask, value, onChange, ...rest }: MaskedInputProps) => {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const shown = mask.group(mask.clean(value));
  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  return (
    <Input
      {...rest}
      ref={input}
      autoComplete="off"
      spellCheck={false}
      value={shown}
      onChange={(event) => {
        const { value: typed, selectionStart } = event.target;
        const next = applyMask(mask, typed, selectionStart ?? typed.length);
        caret.current = next.caret;
        onChange(next.clean);
      }}
    />
  );
};
