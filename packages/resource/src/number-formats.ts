import { blocked } from './blocker';
import { date, enumeration, text, type Numbering } from './field';
import { formatFaultCode, formatOf, periodOf, resetOf } from './numbering';
import { defineResource } from './resource';
import type { ResourceDefinition } from './resource-definition';
import type { Texts } from './texts';

/** A series whose format tenants may change: its declaration and its name. */
export interface NamedSeries {
  readonly numbering: Numbering;
  readonly fr: string;
  readonly en: string;
}

const ENTITY = 'number-format';
const FORMAT_LENGTH = 60;
const declared = new WeakMap<ResourceDefinition, readonly Numbering[]>();
/** The series whose formats a resource of `numberFormats` holds, as they are declared; undefined for any other resource. */
export const declaredSeries = (resource: ResourceDefinition): readonly Numbering[] | undefined =>
  declared.get(resource);

const TEXTS: Record<'fr' | 'en', Texts> = {
  fr: {
    '': 'Format de numéro',
    '.plural': 'Formats de numéro',
    '.new': 'Nouveau format de numéro',
    '.series': 'Série',
    '.startsOn': 'À partir du',
    '.startsOn.help': 'Le 1er janvier, ou le premier jour d’un mois si le format contient le mois',
    '.format': 'Format',
    '.format.help':
      'Lettres, chiffres, + - _ / et {YYYY} ou {YY} pour l’année, {MM} pour le mois, {NNNNN} pour le compteur',
    '.example': 'Premier numéro',
  },
  en: {
    '': 'Number format',
    '.plural': 'Number formats',
    '.new': 'New number format',
    '.series': 'Series',
    '.startsOn': 'From',
    '.startsOn.help': '1 January, or the first day of a month if the format contains the month',
    '.format': 'Format',
    '.format.help':
      'Letters, digits, + - _ / and {YYYY} or {YY} for the year, {MM} for the month, {NNNNN} for the counter',
    '.example': 'First number',
  },
};
const textsIn = (language: 'fr' | 'en', name: string, series: readonly NamedSeries[]): Texts =>
  Object.fromEntries([
    ...Object.entries(TEXTS[language]).map(([key, words]) => [name + key, words]),
    ...series.map((each) => [
      `${name}.series.${each.numbering.series}`,
      `${each[language]} (${formatOf(each.numbering)})`,
    ]),
  ]) as Texts;

const startsPeriod = (format: string, day: string): boolean =>
  resetOf({ series: '', format, on: '' }) === 'month' ? day.endsWith('-01') : day.endsWith('-01-01');

/**
 * The formats that a tenant sets for the series of a service: one per series and first day. A series keeps its declared
 * format until then. The kernel reads it when it takes a number, and refuses a change of numbers that exist.
 * `export const numberFormat = numberFormats('sales', [{ numbering: billSeries, fr: 'Factures', en: 'Bills' }])`
 */
export const numberFormats = (service: string, series: readonly NamedSeries[]) => {
  const name = `${service}.${ENTITY}`;
  const resource = defineResource(name, {
    path: `${service}/number-formats`,
    rights: name,
    fields: {
      series: enumeration(series.map(({ numbering }) => numbering.series)).required(),
      startsOn: date().required().help(),
      format: text({ max: FORMAT_LENGTH }).required().help(),
      example: text({ max: FORMAT_LENGTH }).readonly(),
    },
    derive: {
      example: ({ format, startsOn }) =>
        formatFaultCode(format) ? null : periodOf({ series: '', format, on: '' }, startsOn).code(1),
    },
    rules: [
      ({ format }) => {
        const code = formatFaultCode(format);
        return code !== undefined && blocked(code, {}, '/format');
      },
      ({ format, startsOn }) =>
        !formatFaultCode(format) &&
        !startsPeriod(format, startsOn) &&
        blocked('numbering.period-start', {}, '/startsOn'),
    ],
    label: 'format',
    list: ['series', 'startsOn', 'format', 'example'],
    sort: '-startsOn',
    uniqueTogether: [{ fields: ['series', 'startsOn'], code: 'validation.already-used' }],
    texts: { fr: textsIn('fr', name, series), en: textsIn('en', name, series) },
  });
  declared.set(
    resource,
    series.map(({ numbering }) => numbering),
  );
  return resource;
};
