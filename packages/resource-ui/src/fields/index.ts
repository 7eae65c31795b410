import { boolField } from './bool-field';
import { childrenField } from './children-field';
import { colorField } from './color-field';
import { countryField } from './country-field';
import { dateField } from './date-field';
import { datetimeField } from './datetime-field';
import { enumerationField } from './enumeration-field';
import { jsonField } from './json-field';
import { emailField, phoneField, urlField } from './link-fields';
import { listField } from './list-field';
import { longTextField } from './long-text-field';
import { decimalField, intField, moneyField, percentField } from './number-fields';
import { refField } from './ref-field';
import { refsField } from './refs-field';
import { registerKinds } from './registry';
import { textField } from './text-field';
import { timeField } from './time-field';

registerKinds({
  text: textField,
  longText: longTextField,
  int: intField,
  decimal: decimalField,
  money: moneyField,
  percent: percentField,
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
  json: jsonField,
  ref: refField,
  refs: refsField,
  children: childrenField,
  list: listField,
});

export { kindOf } from './registry';
export type { EditProps, FieldKindView, ShowProps } from './kind';
