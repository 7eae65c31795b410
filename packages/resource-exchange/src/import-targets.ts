import type { Language } from '@coulisse/contracts';
import {
  featuresOf,
  isNeverNull,
  isWritable,
  type FieldSpec,
  type Label,
  type ResourceDefinition,
} from '@coulisse/resource';
import { cellOf, type ValueLabels } from './cell-of';
import { cellText } from './cell-text';
import { pathText, type FieldPath } from './field-path';
import { childHeader, type ResourceLabels } from './resource-labels';

/** A field that a column of a file can be mapped to. */
export interface ImportTarget {
  readonly path: FieldPath;
  /** `name`, `addresses[0].city`. */
  readonly name: string;
  readonly spec: FieldSpec;
  readonly label: Label;
  readonly values: ValueLabels;
  /** Required for a new record, without a default. */
  readonly required: boolean;
}

/** Kinds whose values do not fit in a cell. */
const NOT_IN_A_CELL = new Set<FieldSpec['kind']>(['children', 'related', 'file', 'image', 'number']);
/** Target that identifies a record by its id, as exported in the column `id`. */
export const ID = 'id';
const ID_TARGET: ImportTarget = {
  path: { field: ID },
  name: ID,
  spec: { kind: 'text' },
  label: { fr: 'Identifiant', en: 'Id' },
  values: {},
  required: false,
};

/** The import targets of a resource, with `children` indexes for each field of children. */
export function importTargets(
  resource: ResourceDefinition,
  words: ResourceLabels,
  children: number,
): ImportTarget[] {
  const names = (resource.shown ?? Object.keys(resource.fields)).filter((name) => isWritable(resource, name));
  const own = names.flatMap((name): ImportTarget[] => {
    const spec = resource.fields[name]?.spec;
    const word = words.fields.get(name);
    if (!spec || !word || NOT_IN_A_CELL.has(spec.kind)) return [];
    const required = !!spec.required && spec.default === undefined;
    return [{ path: { field: name }, name, spec, label: word.label, values: word.values, required }];
  });
  const inner = names.flatMap((name): ImportTarget[] => {
    const fields = Object.entries(resource.fields[name]?.spec.fields ?? {});
    const word = words.fields.get(name);
    if (!word) return [];
    return Array.from({ length: children }).flatMap((_, index) =>
      fields.flatMap(([field, { spec }]): ImportTarget[] => {
        const inside = word.children.get(field);
        if (!inside || spec.readonly || NOT_IN_A_CELL.has(spec.kind)) return [];
        const path = { field: name, child: { index, field } };
        const label = {
          fr: childHeader(word, index, inside.label, 'fr'),
          en: childHeader(word, index, inside.label, 'en'),
        };
        return [{ path, name: pathText(path), spec, label, values: inside.values, required: false }];
      }),
    );
  });
  return [...own, ...inner, ID_TARGET];
}

/** Fields that can identify an existing record. */
export const importKeys = (resource: ResourceDefinition): string[] => [
  ...featuresOf(resource).importKeys,
  ID,
];

const HINTS: Partial<Record<FieldSpec['kind'], Label>> = {
  date: { fr: 'Par exemple 31/12/2026', en: 'For example 31/12/2026 or 2026-12-31' },
  datetime: { fr: 'Par exemple 31/12/2026 20:30', en: 'For example 2026-12-31 20:30' },
  time: { fr: 'Par exemple 20:30 ou 20h30', en: 'For example 20:30' },
  duration: { fr: 'Par exemple 1:30, 1h30 ou 90 minutes', en: 'For example 1:30 or 90 minutes' },
  money: { fr: 'Par exemple 1 234,56', en: 'For example 1,234.56' },
  decimal: { fr: 'Par exemple 1 234,56', en: 'For example 1,234.56' },
  percent: { fr: 'Par exemple 12,5 pour 12,5 %', en: 'For example 12.5 for 12.5%' },
  ref: {
    fr: "Le nom d'un enregistrement existant, ou ce qui l'identifie",
    en: 'The name of an existing record, or what identifies it',
  },
  refs: {
    fr: "Les noms d'enregistrements existants, séparés par |",
    en: 'Names of existing records, separated by |',
  },
  list: { fr: 'Plusieurs valeurs, séparées par |', en: 'Several values, separated by |' },
};

/** A hint on the format of a value, in one line. */
export function hintOf({ spec, values }: ImportTarget, language: Language): string {
  const choices = spec.values ?? (spec.kind === 'bool' ? [true, false] : []);
  if (choices.length)
    return choices.map((value) => cellText(cellOf(spec, value, language, values), language)).join(', ');
  return HINTS[spec.kind]?.[language] ?? '';
}

/** True if an empty cell clears the field: it is nullable or a list. Otherwise an empty cell keeps the value. */
export const isClearable = (spec: FieldSpec) =>
  !isNeverNull(spec) || spec.kind === 'refs' || spec.kind === 'list';
