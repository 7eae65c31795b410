import { useState } from 'react';
import { Textarea } from '@coulisse/ui-kit';
import type { EditProps, FieldKindView, ShowProps } from './kind';

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

/** An object of plain values reads better as a line than as brackets. */
const line = (value: unknown): string | null => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const values = Object.values(value).filter((one) => one !== null && one !== '');
  return values.every((one) => typeof one !== 'object') ? values.map(String).join(' · ') : null;
};

const Show = ({ value, compact }: ShowProps) => {
  const written = line(value);
  if (written !== null) return <>{written}</>;
  return compact ? null : <pre className="r-code">{pretty(value)}</pre>;
};

export const jsonField: FieldKindView = {
  Show,
  Edit,
  text: pretty,
  wide: true,
  large: true,
  filters: [],
};
