import { message, type Language } from '@coulisse/contracts';
import { featuresOf, isWritable, type Fields, type FieldSpec } from '@coulisse/resource';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../database/types';
import { Problem } from '../../problem/problem';
import type { Pipeline } from '../pipeline';
import { ask } from '../store';
import type { Call, Presented, Row } from '../types';
import { createIn } from './create';

/** Names tried for a copy before whoever makes it has to find one. */
const MOST_NAMES = 20;

/**
 * A new record with what people gave to another one: not its numbers, nor what must be unique. Everything is checked
 * again, as for any new record; values of `overrides` take the place of the copied ones.
 */
export async function duplicateRecord(
  pipeline: Pipeline,
  call: Call,
  id: string,
  overrides: unknown,
): Promise<Presented> {
  const { resource } = call;
  pipeline.authorise(call, 'read');
  pipeline.authorise(call, 'create');
  if (!featuresOf(resource).duplicable) throw new Problem('http.404');
  return pipeline.within(call, id, async (tx) => {
    const loaded = await pipeline.find(tx, call, id);
    const record = loaded.record as unknown as Row;
    const given = typeof overrides === 'object' && overrides !== null ? overrides : {};
    const body = { ...copied(call, record), ...(await renamed(pipeline, tx, call, record, given)), ...given };
    const source = { id, label: record[resource.label] ?? null };
    return createIn(pipeline, tx, call, uuidv7(), body, { duplicateOf: [null, source] });
  });
}

/** Values that a copy takes over. One that is put away is not copied as such. */
function copied({ resource }: Call, record: Row): Row {
  const archivable = featuresOf(resource).archivable;
  const takes = (name: string, spec: FieldSpec) =>
    isWritable(resource, name) && !spec.unique && !(archivable && name === 'isArchived');
  return plain(resource.fields, record, takes);
}
function plain(fields: Fields, record: Row, takes: (name: string, spec: FieldSpec) => boolean): Row {
  const entries = Object.entries(fields).flatMap(([name, { spec }]): [string, unknown][] => {
    const value = record[name];
    if (value === null || value === undefined || !takes(name, spec)) return [];
    if (spec.kind !== 'children') return [[name, value]];
    const rows = (value as Row[]).map((row) => plain(spec.fields ?? {}, row, (_name, own) => !own.readonly));
    return [[name, rows]];
  });
  return Object.fromEntries(entries);
}

/** Texts that a record must have and no other one may: they get « (copie) », or the first number that is free. */
async function renamed(
  pipeline: Pipeline,
  tx: Tx,
  { resource, language }: Call,
  record: Row,
  given: object,
): Promise<Row> {
  const names: Row = {};
  const statements = pipeline.store.statements(resource);
  for (const [field, { spec }] of Object.entries(resource.fields)) {
    if (
      spec.kind !== 'text' ||
      !spec.unique ||
      !spec.required ||
      field in given ||
      !isWritable(resource, field)
    )
      continue;
    const candidates = Array.from({ length: MOST_NAMES }, (_, index) =>
      copyName(String(record[field]), index + 1, spec.max ?? 255, language),
    );
    const { rows } = await ask<Row>(tx.sql, {
      ...statements.taken(field),
      values: [tx.tenantId, candidates],
    });
    const taken = new Set(rows.map(({ value }) => value));
    names[field] = candidates.find((one) => !taken.has(one)) ?? candidates[0];
  }
  return names;
}

/** `Salle` → `Salle (copie)`, then `Salle (copie 2)`; what is too long loses its end. */
export function copyName(name: string, n: number, max: number, language: Language): string {
  const made = (start: string) =>
    n === 1
      ? message('record.copy', language, { name: start })
      : message('record.copy-numbered', language, { name: start, n });
  const start = name.slice(0, Math.max(0, max - made('').length));
  // Not in the middle of a character.
  return made(start.replace(/[\uD800-\uDBFF]$/, '').trimEnd());
}
