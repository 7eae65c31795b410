import { Formatters } from './formatters';
import type { Format } from './node';
import { qrCodePicture } from './qr-code';

/** Language, time zone and currency of the data. */
export interface FormatSettings {
  /** Such as `fr`, `en` or `fr-FR`. */
  readonly locale: string;
  /** IANA name, such as `Europe/Paris`. */
  readonly zone: string;
  /** ISO 4217 code. */
  readonly currency: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ADDRESS = /^(?:https?:\/\/|mailto:|tel:)[^\s<>"'`\\]+$/i;
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp|svg\+xml);base64,[a-z0-9+/=]+$/i;
const REMOTE_PICTURE = /^https:\/\/[^\s<>"'`\\]+$/i;
const COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

const numbers = new Formatters<Intl.NumberFormat>();
const moments = new Formatters<Intl.DateTimeFormat>();

/** Writes values in a language. */
export class ValueFormatter {
  constructor(
    private readonly settings: FormatSettings,
    /** Mails may show pictures of the web. */
    private readonly remotePictures: boolean,
  ) {}

  /** Text of a value; empty when there is none. A value of another type than declared is an error of the program. */
  write(value: unknown, format: Format): string {
    if (value === null || value === undefined) return '';
    switch (format.type) {
      case 'amount':
        return this.number(cents(value), { style: 'currency', currency: this.settings.currency });
      case 'percent':
        return this.number(finite(value) / 10_000, {
          style: 'percent',
          ...digits(format.decimals, 2),
        });
      case 'number':
        return this.number(finite(value), digits(format.decimals, 6));
      case 'date':
        return this.date(value, format.style ?? 'short');
      case 'dateTime':
        return this.moment(moment(value), { dateStyle: format.style ?? 'short', timeStyle: 'short' });
      case 'flag':
        return value === true ? 'true' : 'false';
      case 'url':
        return matching(value, ADDRESS);
      case 'image':
        return matching(value, PICTURE) || (this.remotePictures ? matching(value, REMOTE_PICTURE) : '');
      case 'qrCode':
        return textOf(value) === '' ? '' : qrCodePicture(textOf(value));
      case 'color':
        return matching(value, COLOR);
      default:
        return textOf(value);
    }
  }

  private number(value: number, options: Intl.NumberFormatOptions): string {
    const { locale } = this.settings;
    const key = `${locale} ${JSON.stringify(options)}`;
    return numbers.of(key, () => new Intl.NumberFormat(locale, options)).format(value);
  }

  private date(value: unknown, dateStyle: NonNullable<Format['style']>): string {
    // A day has no time zone: shown in another one, it could become the day before.
    if (typeof value === 'string' && DAY.test(value))
      return this.moment(new Date(`${value}T12:00:00Z`), { dateStyle, timeZone: 'UTC' });
    return this.moment(moment(value), { dateStyle });
  }

  private moment(value: Date, options: Intl.DateTimeFormatOptions): string {
    const { locale, zone } = this.settings;
    const key = `${locale} ${zone} ${JSON.stringify(options)}`;
    const make = () => new Intl.DateTimeFormat(locale, { timeZone: zone, ...options });
    return moments.of(key, make).format(value);
  }
}

const digits = (decimals: number | undefined, most: number): Intl.NumberFormatOptions =>
  decimals === undefined
    ? { maximumFractionDigits: most }
    : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };

function finite(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new TypeError(`${typeof value} is no number`);
  return value;
}
function cents(value: unknown): number {
  if (!Number.isSafeInteger(value)) throw new TypeError('an amount is a whole number of cents');
  return (value as number) / 100;
}
function moment(value: unknown): Date {
  const date = value instanceof Date ? value : new Date(textOf(value));
  if (Number.isNaN(date.getTime())) throw new TypeError('this value is no date');
  return date;
}
function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError(`${typeof value} is no text`);
  return value;
}
/** The text, or nothing when it could be more than it should be. */
const matching = (value: unknown, pattern: RegExp): string => {
  const text = textOf(value);
  return pattern.test(text) ? text : '';
};
