import { Input } from '@coulisse/ui-kit';
import { asText, type FieldKindView } from './kind';

/** A number of a series: given by the operation itself, never typed. */
export const seriesNumberField: FieldKindView = {
  Show: ({ value }) => <span className="r-number">{asText(value)}</span>,
  // Only a filter asks for one.
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
