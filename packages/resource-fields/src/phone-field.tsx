import { Suspense, useEffect, useReducer, useState } from 'react';
import { Input, onDemand } from '@coulisse/ui-kit';
import { asText, type EditProps, type FieldKindView, type ShowProps } from './kind';
import { type Mask, NARROW } from './mask';
import { MaskedInput } from './masked-input';
import { loadPhones, phonesIfLoaded } from './number-libraries';

/** A valid French number, whose format needs no table of countries. */
const FRENCH = /^\+33([1-9]\d{8})$/;

/** '+33612440819' → '06 12 44 08 19'; foreign numbers with their prefix; other text is unchanged. */
export const phoneText = (value: unknown): string => {
  const written = asText(value);
  const [, french] = FRENCH.exec(written) ?? [];
  const phone = phonesIfLoaded()?.phone;
  const formatted = french ? `0${french}`.replace(/\d\d(?=\d)/g, '$& ') : phone?.format(phone.tidy(written));
  return (formatted ?? written).replaceAll(' ', NARROW);
};

/** Loads the formats of foreign numbers with the first one that is shown. */
const usePhoneText = (value: unknown): string => {
  const [, show] = useReducer((times: number) => times + 1, 0);
  const isMissing = asText(value) !== '' && !FRENCH.test(asText(value)) && phonesIfLoaded() === null;
  useEffect(() => {
    if (isMissing) loadPhones().then(show, () => undefined);
  }, [isMissing]);
  return phoneText(value);
};

/** The text to edit, from the stored value. */
export const typedPhone = (value: unknown): string => {
  const phone = phonesIfLoaded()?.phone;
  const stored = phone?.tidy(asText(value)) ?? '';
  return phone?.isValid(stored) ? phoneMask.clean(phone.format(stored)) : asText(value);
};

export const phoneMask: Mask = {
  clean: (typed) =>
    (/^\s*(\+|00)/.test(typed) ? '+' : '') +
    typed
      .replace(/^\s*00/, '')
      .replace(/\D/g, '')
      .slice(0, 15),
  group: (clean) => (phonesIfLoaded()?.groupTypedPhone(clean) ?? clean).replaceAll(' ', NARROW),
};

/** A French number has ten digits; a foreign one counts as complete from 12 characters on. */
export const phoneCheck = (value: unknown, left: boolean): string | null => {
  const clean = phoneMask.clean(asText(value));
  const complete = clean.startsWith('+') ? clean.length >= 12 : clean.length >= 10;
  const phone = phonesIfLoaded()?.phone;
  if (!phone || !clean || !(left || complete)) return null;
  return phone.isValid(phone.tidy(clean)) ? null : 'field.wrong.phone';
};

const PhoneInput = ({ value, onChange, control, disabled }: EditProps) => {
  const phone = phonesIfLoaded()?.phone;
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
        onChange(phone?.tidy(clean) ?? clean);
      }}
      onBlur={() => setTyped(null)}
    />
  );
};

const LaterInput = onDemand(async () => {
  await loadPhones();
  return PhoneInput;
});

const Edit = (props: EditProps) => (
  <Suspense fallback={<Input {...props.control} value={asText(props.value)} readOnly />}>
    <LaterInput {...props} />
  </Suspense>
);

const Show = ({ value, compact }: ShowProps) => {
  const written = usePhoneText(value);
  const bare = asText(value).replace(/[^\d+]/g, '');
  return compact || !bare ? <>{written}</> : <a href={`tel:${bare}`}>{written}</a>;
};

export const phoneField: FieldKindView = {
  Show,
  Edit,
  text: phoneText,
  check: phoneCheck,
  filters: ['contains', 'eq', 'empty'],
};
