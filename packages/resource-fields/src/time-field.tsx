import { formatTime, Input } from '@coulisse/ui-kit';
import { typedTime } from '@coulisse/resource-client';
import { asText, type FieldKindView } from './kind';

/** A text input, not the browser's time input, which uses the system's language (`08:30 PM`). */
export const timeField: FieldKindView = {
  Show: ({ value }) => <span className="r-number">{formatTime(asText(value))}</span>,
  Edit: ({ value, onChange, control, disabled }) => (
    <Input
      {...control}
      inputMode="numeric"
      placeholder="20:30"
      maxLength={5}
      value={formatTime(asText(value))}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
      onBlur={(event) => onChange(typedTime(event.target.value))}
    />
  ),
  text: (value) => formatTime(asText(value)),
  check: (value, left) =>
    left && asText(value) && !/^([01]\d|2[0-3]):[0-5]\d/.test(asText(value)) ? 'field.wrong.time' : null,
  filters: [],
};
