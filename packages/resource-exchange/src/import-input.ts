import type { Language } from '@coulisse/contracts';
import { may } from '@coulisse/service-kit/actor';
import { Problem, type FieldError } from '@coulisse/service-kit/problem';
import type { Locales } from '@coulisse/resource';
import type { Call } from '@coulisse/resource-server/extension';
import { MOST_CHILDREN } from './field-path';
import type { MappedColumn } from './import-row';
import { importKeys, importTargets, type ImportTarget } from './import-targets';
import type { Upload } from './uploads';
import { labelsOf } from './resource-labels';

export const IMPORT_MODES = ['create', 'upsert'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

/** The validated request of an import. */
export interface ImportInput {
  readonly upload: string;
  /** Field name by column index. */
  readonly mapping: Readonly<Record<string, string>>;
  readonly mode: ImportMode;
  /** Field that identifies the record to update; null if records are only created. */
  readonly key: string | null;
  /** Reports what would happen, and writes nothing. */
  readonly dryRun: boolean;
}

export interface ImportRequest {
  readonly mapping: Readonly<Record<string, string | null>>;
  readonly mode: ImportMode;
  readonly key?: string | undefined;
  readonly dryRun: boolean;
}

export const allTargets = (call: Call, locales: Locales): ImportTarget[] =>
  importTargets(call.resource, labelsOf(call.resource, locales), MOST_CHILDREN);

/** The mapped columns, in the order of the file. */
export function mappedColumns(
  mapping: Readonly<Record<string, string | null>>,
  upload: Pick<Upload, 'headers'>,
  targets: readonly ImportTarget[],
): MappedColumn[] {
  return Object.entries(mapping)
    .flatMap(([index, name]): MappedColumn[] => {
      const target = targets.find((candidate) => candidate.name === name);
      return target ? [{ index: Number(index), header: upload.headers[Number(index)] ?? '', target }] : [];
    })
    .sort((a, b) => a.index - b.index);
}

/** Validates a mapping against the file and the resource; throws one problem with all errors. */
export function checkedInput(
  call: Call,
  id: string,
  upload: Upload,
  request: ImportRequest,
  targets: readonly ImportTarget[],
): ImportInput {
  const { resource, actor, language } = call;
  const key = request.mode === 'upsert' ? (request.key ?? null) : null;
  const mapping = Object.fromEntries(
    Object.entries(request.mapping).filter((entry): entry is [string, string] => entry[1] !== null),
  );
  const names = Object.values(mapping);
  const errors: FieldError[] = Object.entries(mapping).flatMap(([index, name]): FieldError[] => {
    const pointer = `/mapping/${index}`;
    if (!/^\d{1,3}$/.test(index) || Number(index) >= upload.headers.length)
      return [{ pointer, code: 'validation.extra-fields' }];
    if (!targets.some((target) => target.name === name)) return [{ pointer, code: 'validation.choice' }];
    return names.indexOf(name) === names.lastIndexOf(name) ? [] : [{ pointer, code: 'validation.unique' }];
  });
  if (request.mode === 'upsert' && !(key && importKeys(resource).includes(key)))
    errors.push({ pointer: '/key', code: key ? 'validation.choice' : 'validation.not-blank' });
  else if (key && !names.includes(key))
    errors.push({ pointer: '/key', ...notMapped(key, targets, language) });
  // Only new records need the required fields in the file: existing records already have them.
  if (request.mode === 'create')
    for (const { name, required } of targets)
      if (required && !names.includes(name))
        errors.push({ pointer: '/mapping', ...notMapped(name, targets, language) });
  if (errors.length) throw new Problem('validation.failed', { errors });
  for (const right of request.mode === 'upsert' ? ['create', 'update'] : ['create'])
    if (!may(actor, `${resource.rights}.${right}`)) throw new Problem('security.insufficient-privilege');
  return { upload: id, mapping, mode: request.mode, key, dryRun: request.dryRun };
}

function notMapped(
  name: string,
  targets: readonly ImportTarget[],
  language: Language,
): Pick<FieldError, 'code' | 'params'> {
  const field = targets.find((target) => target.name === name)?.label[language] ?? name;
  return { code: 'import.field-not-mapped', params: { field } };
}
