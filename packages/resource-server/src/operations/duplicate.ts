import { message, type Language } from '@coulisse/contracts';
import { featuresOf, isWritable, type Fields, type FieldSpec } from '@coulisse/resource';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '@coulisse/service-kit/database';
import { Problem } from '@coulisse/service-kit/problem';
import type { OperationSteps } from '../operation-steps';
import { siblingPointer } from '../rows';
import { runStatement } from '../store';
import type { Call, Presented, Row } from '../types';
import { createIn } from './create';
import { presentOutcome } from './run-operation';

/** Names tried for a copy before the user has to choose one. */
const MOST_NAMES = 20;

/**
 * Creates a record with the writable values of another one, without its numbers and unique values. Everything is
 * validated, as for any new record; values of `overrides` replace the copied ones.
 */
export async function duplicateRecord(
  steps: OperationSteps,
  call: Call,
  id: string,
  overrides: unknown,
): Promise<Presented> {
  const { resource } = call;
  steps.authorise(call, 'read');
  steps.authorise(call, 'create');
  if (!featuresOf(resource).duplicable) throw new Problem('http.404');
  return steps.inTransaction(call, id, async (tx) => {
    const loaded = await steps.find(tx, call, id);
    const record = loaded.record as unknown as Row;
    const overrideValues = typeof overrides === 'object' && overrides !== null ? overrides : {};
    const body = {
      ...copied(call, record, steps.maySee(call, loaded.relation)),
      ...(await renamed(steps, tx, call, record, overrideValues)),
      ...overrideValues,
    };
    const source = { id, label: record[resource.label] ?? null };
    const outcome = await createIn(steps, tx, call, uuidv7(), body, { duplicateOf: [null, source] });
    return presentOutcome(steps, tx, call, outcome);
  });
}

/** Values that a copy takes over, sensitive ones if the actor sees them. A copy of an archived record is not archived. */
function copied({ resource }: Call, record: Row, withSensitive: boolean): Row {
  const archivable = featuresOf(resource).archivable;
  const takes = (name: string, spec: FieldSpec) =>
    isWritable(resource, name) &&
    !spec.unique &&
    (!spec.sensitive || withSensitive) &&
    !(archivable && name === 'isArchived');
  return plain(resource.fields, record, takes);
}
function plain(fields: Fields, record: Row, takes: (name: string, spec: FieldSpec) => boolean): Row {
  const entries = Object.entries(fields).flatMap(([name, { spec }]): [string, unknown][] => {
    const value = record[name];
    if (value === null || value === undefined || !takes(name, spec)) return [];
    if (spec.kind !== 'children') return [[name, value]];
    const rowFields = spec.fields ?? {};
    const rows = (value as Row[]).map((row) => {
      const copy = plain(rowFields, row, (_name, own) => !own.readonly);
      for (const field of Object.keys(copy))
        copy[field] = siblingPointer(rowFields[field]?.spec ?? { kind: 'text' }, record, copy[field]);
      return copy;
    });
    return [[name, rows]];
  });
  return Object.fromEntries(entries);
}

/** Texts that are required and unique: they get « (copie) », or the first free number. */
async function renamed(
  steps: OperationSteps,
  tx: Tx,
  { resource, language }: Call,
  record: Row,
  overrideValues: object,
): Promise<Row> {
  const names: Row = {};
  const statements = steps.store.statements(resource);
  for (const [field, { spec }] of Object.entries(resource.fields)) {
    if (
      spec.kind !== 'text' ||
      !spec.unique ||
      !spec.required ||
      field in overrideValues ||
      !isWritable(resource, field)
    )
      continue;
    const candidates = Array.from({ length: MOST_NAMES }, (_, index) =>
      copyName(String(record[field]), index + 1, spec.max ?? 255, language),
    );
    const { rows } = await runStatement<Row>(tx.sql, {
      ...statements.taken(field),
      values: [tx.tenantId, candidates],
    });
    const taken = new Set(rows.map(({ value }) => value));
    names[field] = candidates.find((candidate) => !taken.has(candidate)) ?? candidates[0];
  }
  return names;
}

/** `Salle` → `Salle (copie)`, then `Salle (copie 2)`; a name that is too long is cut. */
export function copyName(name: string, n: number, max: number, language: Language): string {
  const made = (start: string) =>
    n === 1
      ? message('record.copy', language, { name: start })
      : message('record.copy-numbered', language, { name: start, n });
  const start = name.slice(0, Math.max(0, max - made('').length));
  // Not within a surrogate pair.
  return made(start.replace(/[\uD800-\uDBFF]$/, '').trimEnd());
}
