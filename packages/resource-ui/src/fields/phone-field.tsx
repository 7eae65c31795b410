import { AsYouType } from 'libphonenumber-js/min';
import { useState } from 'react';
import { phone } from '@coulisse/identifiers/phone';
import { asText, type EditProps, type FieldKindView } from './kind';
import { type Mask, NARROW } from './mask';
import { MaskedInput } from './masked-input';

/** A number without its country is one of here. */
const HOME = 'FR';

/** '+33612440819' → '06 12 44 08 19'; abroad with its prefix; what is no number keeps its words. */
export const phoneText = (value: unknown): string =>
  phone.format(phone.tidy(asText(value))).replaceAll(' ', NARROW);

/** What is typed, of what is stored. */
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
  group: (clean) => new AsYouType(HOME).input(clean).replaceAll(' ', NARROW),
};

/** A French number has ten figures; any other is complete when nobody would add a figure. */
export const phoneCheck = (value: unknown, left: boolean): string | null => {
  const clean = phoneMask.clean(asText(value));
  const complete = clean.startsWith('+') ? clean.length >= 12 : clean.length >= 10;
  if (!clean || !(left || complete)) return null;
  return phone.isValid(phone.tidy(clean)) ? null : 'field.wrong.phone';
};

const Edit = ({ value, onChange, control, disabled }: EditProps) => {
  // While typing, what was typed: a number that has just become complete must not turn into another form.
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
        // Stored in its international form as soon as it is a number, as typed until then.
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
