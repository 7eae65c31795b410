import { Check } from 'lucide-react';
import { Input } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';
import { asText, type EditProps, type FieldKindView, type ShowProps } from './kind';
import { PALETTE } from './palette';

const HEX = /^#[0-9a-f]{6}$/i;

/** '5B2D86' and '#5b2' → '#5b2d86' and '#55bb22'; anything else stays as typed. */
const asHex = (typed: string): string => {
  const bare = typed.trim().replace(/^#/, '').toLowerCase();
  if (/^[0-9a-f]{6}$/.test(bare)) return `#${bare}`;
  if (/^[0-9a-f]{3}$/.test(bare)) return `#${[...bare].map((sign) => sign + sign).join('')}`;
  return typed.trim();
};

const Show = ({ value }: ShowProps) => {
  const text = useResourceText();
  const paletteColor = PALETTE.find((color) => color.value === asText(value).toLowerCase());
  if (!value) return null;
  return (
    <span className="r-color">
      <i style={{ background: asText(value) }} aria-hidden />
      {paletteColor ? text(`field.color.${paletteColor.name}`) : asText(value)}
    </span>
  );
};

/** A colour of the palette, or any other. */
const Edit = ({ field, value, onChange, control, disabled }: EditProps) => {
  const text = useResourceText();
  const chosen = asText(value).toLowerCase();
  return (
    <div className="r-color-edit">
      <span className="r-swatches" role="group" aria-label={text('field.color.palette')}>
        {PALETTE.map((color) => (
          <button
            key={color.name}
            type="button"
            className="r-swatch"
            style={{ background: color.value }}
            aria-label={text(`field.color.${color.name}`)}
            title={text(`field.color.${color.name}`)}
            aria-pressed={chosen === color.value}
            disabled={disabled}
            onClick={() => onChange(chosen === color.value && !field.required ? null : color.value)}
          >
            {chosen === color.value && <Check aria-hidden />}
          </button>
        ))}
      </span>
      <span className="r-color-free">
        <input
          type="color"
          aria-label={text('field.color.free')}
          title={text('field.color.free')}
          value={HEX.test(chosen) ? chosen : PALETTE[0].value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
        />
        <Input
          {...control}
          value={asText(value)}
          maxLength={7}
          placeholder="#5b2d86"
          spellCheck={false}
          autoComplete="off"
          disabled={disabled}
          onChange={(event) => onChange(event.target.value || null)}
          onBlur={(event) => event.target.value && onChange(asHex(event.target.value))}
        />
      </span>
    </div>
  );
};

export const colorField: FieldKindView = { Show, Edit, text: asText, large: true, filters: [] };
