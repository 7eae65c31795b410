/** Region codes that are not countries: groups of countries, reserved codes of small islands, user-assigned codes. */
const NO_COUNTRY = new Set([
  'AC',
  'CP',
  'CQ',
  'DG',
  'EA',
  'EU',
  'EZ',
  'IC',
  'QO',
  'TA',
  'UN',
  'XA',
  'XB',
  'ZZ',
]);
const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** True when the code has not been replaced by another, as `iw` was by `he`. */
const isCurrent = (locale: string) => Intl.getCanonicalLocales(locale)[0] === locale;

/** ISO 3166-1 alpha-2, Kosovo (XK) included. */
export const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) &&
  !NO_COUNTRY.has(code) &&
  regions.of(code) !== undefined &&
  isCurrent(`und-${code}`);

/** ISO 639-1. */
export const isLanguage = (code: string): boolean =>
  /^[a-z]{2}$/.test(code) && languages.of(code) !== undefined && isCurrent(code);

/** ISO 4217. */
export const isCurrency = (code: string): boolean => currencies.has(code);
