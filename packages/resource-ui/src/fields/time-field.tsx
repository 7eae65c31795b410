import { formatTime, Input } from '@coulisse/ui-kit';
import { typedTime } from '../data/typed-time';
import { asText, type FieldKindView } from './kind';

/** Typed, not the browser's own control: that one follows the language of the computer (`08:30 PM`). */
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
