import type { Language } from '@coulisse/contracts';
import { isLocalRef, type FieldSpec } from '@coulisse/resource';
import type { Call, Pipeline } from '@coulisse/resource-server/extension';
import type { Cell } from './cell';
import { cellOf } from './cell-of';
import { ID, type ImportTarget } from './import-targets';
import { joinValues } from './list-text';
import type { TableFormat } from './spreadsheet/spreadsheet.port';
import { spreadsheetWriter } from './spreadsheet/writer';
import { tableColumn } from './table-column';

/** Values of the sample file; they are valid, so that the sample itself can be imported. */
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

/** The label of one existing record for each referenced resource. */
export type ReferenceLabels = ReadonlyMap<string, string>;

/** Reads the label of one record of each referenced resource, so that the sample can be imported. */
export async function readReferenceLabels(
  { store, ctx }: Pipeline,
  { actor, resource }: Call,
  targets: readonly ImportTarget[],
): Promise<ReferenceLabels> {
  const { tenantId } = actor;
  const pointed = new Set(
    targets.flatMap(({ spec }) => (spec.target && isLocalRef(resource, spec) ? [spec.target] : [])),
  );
  const statements = [...pointed].flatMap((name) => store.statementsOf(name) ?? []);
  if (!tenantId || statements.length === 0) return new Map();
  const answers = await ctx.db.batch(
    actor,
    statements.map((statement) => ({
      text: `SELECT ${statement.labelText} AS label FROM ${statement.table} t WHERE ${statement.visiblePredicate('t', '$1')} ORDER BY t.id LIMIT 1`,
      values: [tenantId],
    })),
  );
  return new Map(
    statements.flatMap((statement, index): [string, string][] => {
      const label = answers[index]?.rows[0]?.label as string | undefined;
      return label ? [[statement.resource.name, label]] : [];
    }),
  );
}

function sampleOf({ spec, label, values }: ImportTarget, language: Language, labelOf: ReferenceLabels): Cell {
  const sample = SAMPLES[spec.kind];
  if (sample !== undefined) return cellOf(spec, sample, language, values);
  switch (spec.kind) {
    case 'ref':
    case 'refs': {
      const text = labelOf.get(spec.target ?? '');
      const named = spec.kind === 'refs' && text !== undefined ? joinValues([text]) : text;
      return named === undefined ? null : { kind: 'text', text: named };
    }
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

/** A file with the headers of an import and one row, in the caller's language. */
export function sampleFile(
  format: TableFormat,
  name: string,
  targets: readonly ImportTarget[],
  labelOf: ReferenceLabels,
  language: Language,
): AsyncGenerator<Uint8Array> {
  const columnTargets = targets.filter((target) => target.name !== ID);
  const columns = columnTargets.map(({ label, spec }) => tableColumn(label[language], spec, language));
  async function* rows(): AsyncGenerator<Cell[][]> {
    yield [columnTargets.map((target) => sampleOf(target, language, labelOf))];
  }
  return spreadsheetWriter.write(format, { name, columns, batches: rows(), language });
}
