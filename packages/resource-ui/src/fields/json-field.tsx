import { useState } from 'react';
import { Textarea } from '@coulisse/ui-kit';
import type { EditProps, FieldKindView } from './kind';

const pretty = (value: unknown): string =>
  value === null || value === undefined ? '' : JSON.stringify(value, null, 2);

const parse = (typed: string): unknown => {
  if (!typed.trim()) return null;
  try {
    return JSON.parse(typed);
  } catch {
    // Not finished yet: the text goes as it is, and the server says what is wrong with it.
    return typed;
  }
};

const Edit = ({ value, onChange, control, disabled }: EditProps) => {
  const [typed, setTyped] = useState(() => pretty(value));
  return (
    <Textarea
      {...control}
      className="r-code"
      rows={8}
      value={typed}
      disabled={disabled}
      spellCheck={false}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(parse(event.target.value));
      }}
    />
  );
};

export const jsonField: FieldKindView = {
  Show: ({ value, compact }) => (compact ? null : <pre className="r-code">{pretty(value)}</pre>),
  Edit,
  text: pretty,
  wide: true,
  filters: [],
};
