import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { bicField } from './bic-field';
import { boolField } from './bool-field';
import { colorField } from './color-field';
import { countryField } from './country-field';
import { currencyField } from './currency-field';
import { dateField } from './date-field';
import { datetimeField } from './datetime-field';
import { durationField } from './duration-field';
import { enumerationField } from './enumeration-field';
import { fileField } from './file-field';
import { ibanField } from './iban-field';
import { imageField } from './image-field';
import { jsonField } from './json-field';
import { languageField } from './language-field';
import { emailField, urlField } from './link-fields';
import { longTextField } from './long-text-field';
import { nirField } from './nir-field';
import { decimalField, intField, moneyField, percentField } from './number-fields';
import { phoneField } from './phone-field';
import { refField } from './ref-field';
import { refsField } from './refs-field';
import { richTextField } from './rich-text-field';
import { seriesNumberField } from './series-number-field';
import { sirenField } from './siren-field';
import { siretField } from './siret-field';
import { textField } from './text-field';
import { timeField } from './time-field';
import { vatNumberField } from './vat-number-field';
import type { FieldKindView } from './kind';

/** Kinds without inner fields. */
export const simpleKinds = {
  text: textField,
  longText: longTextField,
  richText: richTextField,
  int: intField,
  decimal: decimalField,
  money: moneyField,
  percent: percentField,
  duration: durationField,
  bool: boolField,
  date: dateField,
  time: timeField,
  datetime: datetimeField,
  enumeration: enumerationField,
  email: emailField,
  phone: phoneField,
  url: urlField,
  color: colorField,
  country: countryField,
  language: languageField,
  currency: currencyField,
  iban: ibanField,
  bic: bicField,
  siren: sirenField,
  siret: siretField,
  vatNumber: vatNumberField,
  nir: nirField,
  number: seriesNumberField,
  file: fileField,
  image: imageField,
  json: jsonField,
  ref: refField,
  refs: refsField,
} satisfies Partial<Record<FieldDescriptor['type'], FieldKindView>>;

/** The view of a simple kind; an unknown kind is shown as text. */
export const simpleKindOf = ({ type }: FieldDescriptor): FieldKindView =>
  (simpleKinds as Partial<Record<FieldDescriptor['type'], FieldKindView>>)[type] ?? textField;
