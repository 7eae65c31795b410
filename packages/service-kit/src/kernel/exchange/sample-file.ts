import type { Language } from '@coulisse/contracts';
import type { FieldSpec } from '@coulisse/resource';
import type { Cell } from './cell';
import { cellOf } from './cell-of';
import { csvBytes } from './csv-writer';
import { ID, type ImportTarget } from './import-targets';
import { xlsxBytes } from './xlsx-writer';

/** Values that a sample shows; they are correct, so that the sample itself can be imported but for its references. */
const SAMPLES: Partial<Record<FieldSpec['kind'], unknown>> = {
  email: 'prenom.nom@exemple.fr',
  phone: '01 23 45 67 89',
  url: 'https://www.exemple.fr',
  color: '#1d4ed8',
  country: 'FR',
  language: 'fr',
  currency: 'EUR',
  date: '2026-12-31',
  time: '20:30',
  datetime: '2026-12-31T19:30:00.000Z',
  duration: 90,
  bool: false,
  iban: 'FR7630006000011234567890189',
  bic: 'AGRIFRPP',
  siren: '732829320',
  siret: '73282932000074',
  vatNumber: 'FR44732829320',
  richText: '<p>…</p>',
};

function sampleOf({ spec, label, values }: ImportTarget, language: Language): Cell {
  const known = SAMPLES[spec.kind];
  if (known !== undefined) return cellOf(spec, known, language, values);
  switch (spec.kind) {
    case 'enumeration':
      return cellOf(spec, spec.values?.[0], language, values);
    case 'int':
      return { kind: 'number', value: String(Math.max(spec.min ?? 1, Math.min(spec.max ?? 1, 1))) };
    case 'decimal':
    case 'money':
    case 'percent':
      return { kind: 'number', value: String(Math.max(spec.min ?? 12, Math.min(spec.max ?? 12, 12))) };
    case 'text':
    case 'longText':
      return { kind: 'text', text: label[language].slice(0, spec.max ?? 255) };
    default:
      return null;
  }
}

/** A file with the headers of an import and one row, in the reader's language. */
export function sampleFile(
  format: 'csv' | 'xlsx',
  name: string,
  targets: readonly ImportTarget[],
  language: Language,
): AsyncGenerator<Uint8Array> {
  const wanted = targets.filter((target) => target.name !== ID);
  const columns = wanted.map(({ label, spec }) => ({ header: label[language], spec }));
  async function* rows(): AsyncGenerator<Cell[][]> {
    yield [wanted.map((target) => sampleOf(target, language))];
  }
  return format === 'csv'
    ? csvBytes(
        columns.map(({ header }) => header),
        rows(),
        language,
      )
    : xlsxBytes(name, columns, rows(), language);
}
