import type { Language } from '@coulisse/contracts';
import { may } from '../../actor';
import { Problem, type FieldError } from '../../problem/problem';
import type { Locales } from '../../service/types';
import type { Call } from '../types';
import { MOST_CHILDREN } from './field-path';
import type { MappedColumn } from './import-row';
import { importKeys, importTargets, type ImportTarget } from './import-targets';
import type { Upload } from './uploads';
import { wordsOf } from './words';

export const IMPORT_MODES = ['create', 'upsert'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

/** What an import was asked to do with a file, every part checked. */
export interface ImportInput {
  readonly upload: string;
  /** Name of the field that a column of that index fills. */
  readonly mapping: Readonly<Record<string, string>>;
  readonly mode: ImportMode;
  /** Field that finds the record to change; null where records are only made. */
  readonly key: string | null;
  /** Tells what would happen, and writes nothing. */
  readonly dryRun: boolean;
}

export interface ImportRequest {
  readonly mapping: Readonly<Record<string, string | null>>;
  readonly mode: ImportMode;
  readonly key?: string | undefined;
  readonly dryRun: boolean;
}

export const allTargets = (call: Call, locales: Locales): ImportTarget[] =>
  importTargets(call.resource, wordsOf(call.resource, locales), MOST_CHILDREN);

/** The columns that fill something, in the file's order. */
export function mappedColumns(
  mapping: Readonly<Record<string, string | null>>,
  upload: Pick<Upload, 'headers'>,
  targets: readonly ImportTarget[],
): MappedColumn[] {
  return Object.entries(mapping)
    .flatMap(([index, name]): MappedColumn[] => {
      const target = targets.find((one) => one.name === name);
      return target ? [{ index: Number(index), header: upload.headers[Number(index)] ?? '', target }] : [];
    })
    .sort((a, b) => a.index - b.index);
}

/** Checks a mapping against the file and the resource; throws one problem with all that is wrong. */
export function checkedInput(
  call: Call,
  id: string,
  upload: Upload,
  asked: ImportRequest,
  targets: readonly ImportTarget[],
): ImportInput {
  const { resource, actor, language } = call;
  const key = asked.mode === 'upsert' ? (asked.key ?? null) : null;
  const mapping = Object.fromEntries(
    Object.entries(asked.mapping).filter((entry): entry is [string, string] => entry[1] !== null),
  );
  const names = Object.values(mapping);
  const errors: FieldError[] = Object.entries(mapping).flatMap(([index, name]): FieldError[] => {
    const pointer = `/mapping/${index}`;
    if (!/^\d{1,3}$/.test(index) || Number(index) >= upload.headers.length)
      return [{ pointer, code: 'validation.extra-fields' }];
    if (!targets.some((target) => target.name === name)) return [{ pointer, code: 'validation.choice' }];
    return names.indexOf(name) === names.lastIndexOf(name) ? [] : [{ pointer, code: 'validation.unique' }];
  });
  if (asked.mode === 'upsert' && !(key && importKeys(resource).includes(key)))
    errors.push({ pointer: '/key', code: key ? 'validation.choice' : 'validation.not-blank' });
  else if (key && !names.includes(key))
    errors.push({ pointer: '/key', ...notMapped(key, targets, language) });
  // Records that exist have it already: only new ones cannot do without.
  if (asked.mode === 'create')
    for (const { name, required } of targets)
      if (required && !names.includes(name))
        errors.push({ pointer: '/mapping', ...notMapped(name, targets, language) });
  if (errors.length) throw new Problem('validation.failed', { errors });
  for (const right of asked.mode === 'upsert' ? ['create', 'update'] : ['create'])
    if (!may(actor, `${resource.rights}.${right}`)) throw new Problem('security.insufficient-privilege');
  return { upload: id, mapping, mode: asked.mode, key, dryRun: asked.dryRun };
}

function notMapped(
  name: string,
  targets: readonly ImportTarget[],
  language: Language,
): Pick<FieldError, 'code' | 'params'> {
  const field = targets.find((target) => target.name === name)?.label[language] ?? name;
  return { code: 'import.field-not-mapped', params: { field } };
}
