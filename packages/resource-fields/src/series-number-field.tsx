import { Input } from '@coulisse/ui-kit';
import { asText, type FieldKindView } from './kind';

/** A number of a series: assigned by an operation, never typed. */
export const seriesNumberField: FieldKindView = {
  Show: ({ value }) => <span className="r-number">{asText(value)}</span>,
  // Used by filters only.
  Edit: ({ value, onChange, control, disabled }) => (
    <Input
      {...control}
      autoComplete="off"
      value={asText(value)}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
    />
  ),
  text: asText,
  filters: ['contains', 'eq', 'empty'],
};
