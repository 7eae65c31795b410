import { Textarea } from '@coulisse/ui-kit';
import { asText, type FieldKindView } from './kind';

export const longTextField: FieldKindView = {
  Show: ({ value, compact }) => <span className={compact ? undefined : 'r-long'}>{asText(value)}</span>,
  Edit: ({ field, value, onChange, control, disabled }) => (
    <Textarea
      {...control}
      value={asText(value)}
      maxLength={field.max}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
    />
  ),
  text: asText,
  wide: true,
  large: true,
  filters: ['contains', 'empty'],
};
