import { Input, wholeCodes } from '@coulisse/ui-kit';
import { asText, type FieldKindView } from './kind';

export const textField: FieldKindView = {
  Show: ({ value }) => <>{wholeCodes(asText(value))}</>,
  Edit: ({ field, value, onChange, control, disabled }) => (
    <Input
      {...control}
      value={asText(value)}
      maxLength={field.max}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
    />
  ),
  text: asText,
  filters: ['contains', 'eq', 'empty'],
};
