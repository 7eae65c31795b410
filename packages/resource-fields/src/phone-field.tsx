import { useState } from 'react';
import { groupTypedPhone, phone } from '@coulisse/identifiers/phone';
import { asText, type EditProps, type FieldKindView } from './kind';
import { type Mask, NARROW } from './mask';
import { MaskedInput } from './masked-input';

/** '+33612440819' → '06 12 44 08 19'; foreign numbers with their prefix; other text is unchanged. */
export const phoneText = (value: unknown): string =>
  phone.format(phone.tidy(asText(value))).replaceAll(' ', NARROW);

/** The text to edit, from the stored value. */
export const typedPhone = (value: unknown): string => {
  const stored = phone.tidy(asText(value));
  return phone.isValid(stored) ? phoneMask.clean(phone.format(stored)) : asText(value);
};

export const phoneMask: Mask = {
  clean: (typed) =>
    (/^\s*(\+|00)/.test(typed) ? '+' : '') +
    typed
      .replace(/^\s*00/, '')
      .replace(/\D/g, '')
      .slice(0, 15),
  group: (clean) => groupTypedPhone(clean).replaceAll(' ', NARROW),
};

/** A French number has ten digits; a foreign one counts as complete from 12 characters on. */
export const phoneCheck = (value: unknown, left: boolean): string | null => {
  const clean = phoneMask.clean(asText(value));
  const complete = clean.startsWith('+') ? clean.length >= 12 : clean.length >= 10;
  if (!clean || !(left || complete)) return null;
  return phone.isValid(phone.tidy(clean)) ? null : 'field.wrong.phone';
};

const Edit = ({ value, onChange, control, disabled }: EditProps) => {
  // The typed text is kept while typing: a number must not change its format when it becomes complete.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <MaskedInput
      {...control}
      type="tel"
      mask={phoneMask}
      value={typed ?? typedPhone(value)}
      disabled={disabled}
      onChange={(clean) => {
        setTyped(clean);
        // Stored in international format as soon as it is valid, as typed until then.
        onChange(phone.tidy(clean));
      }}
      onBlur={() => setTyped(null)}
    />
  );
};

export const phoneField: FieldKindView = {
  Show: ({ value, compact }) => {
    const written = phoneText(value);
    const bare = asText(value).replace(/[^\d+]/g, '');
    return compact || !bare ? <>{written}</> : <a href={`tel:${bare}`}>{written}</a>;
  },
  Edit,
  text: phoneText,
  check: phoneCheck,
  filters: ['contains', 'eq', 'empty'],
};
