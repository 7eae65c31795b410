import { codeField } from './code-select';

const NEAR = ['EUR', 'CHF', 'GBP', 'USD', 'CAD'];

/** ISO 4217, shown as name with code: « Franc suisse (CHF) ». */
export const currencyField = codeField({
  kind: 'currency',
  near: NEAR,
  rest: Intl.supportedValuesOf('currency'),
  write: (code, name) => (name === code ? code : `${name} (${code})`),
});
