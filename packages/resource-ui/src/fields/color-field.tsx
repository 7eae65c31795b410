import { Input } from '@coulisse/ui-kit';
import { asText, type FieldKindView } from './kind';
import { useFieldLabel } from './labels';

const HEX = /^#[0-9a-f]{6}$/i;

export const colorField: FieldKindView = {
  Show: ({ value }) =>
    value ? (
      <span className="r-color">
        <i style={{ background: asText(value) }} aria-hidden />
        {asText(value)}
      </span>
    ) : null,
  Edit: ({ field, value, onChange, control, disabled }) => (
    <span className="r-color-edit">
      <input
        type="color"
        aria-label={useFieldLabel(field)}
        value={HEX.test(asText(value)) ? asText(value) : '#5b2d86'}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      />
      <Input
        {...control}
        value={asText(value)}
        maxLength={7}
        placeholder="#5b2d86"
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      />
    </span>
  ),
  text: asText,
  filters: [],
};
