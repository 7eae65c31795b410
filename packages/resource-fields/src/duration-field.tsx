import { useState } from 'react';
import { formatMinutes, Input } from '@coulisse/ui-kit';
import { asText, type EditProps, type FieldKindView } from './kind';
import { parseDuration } from './typed-duration';

const written = (value: unknown): string =>
  typeof value === 'number' ? formatMinutes(value) : asText(value);

/** Typed as `1 h 30`, `1:30` or `90`; stored in whole minutes. */
const Edit = ({ value, onChange, control, disabled }: EditProps) => {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Input
      {...control}
      className="c-num"
      autoComplete="off"
      placeholder="1 h 30"
      value={typed ?? written(value)}
      disabled={disabled}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(event.target.value.trim() ? parseDuration(event.target.value) : null);
      }}
      onBlur={() => setTyped(null)}
    />
  );
};

export const durationField: FieldKindView = {
  Show: ({ value }) => <span className="r-number">{written(value)}</span>,
  Edit,
  text: written,
  check: (value, left) => (left && typeof value === 'string' && value !== '' ? 'field.wrong.duration' : null),
  numeric: true,
  filters: ['gte', 'lte', 'eq'],
};
