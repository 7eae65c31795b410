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
    // Invalid JSON is sent as text, and the server returns the error.
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

/** An object of scalar values as one line of text; null for anything else. */
const line = (value: unknown): string | null => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const values = Object.values(value).filter((item) => item !== null && item !== '');
  return values.every((item) => typeof item !== 'object') ? values.map(String).join(' · ') : null;
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
