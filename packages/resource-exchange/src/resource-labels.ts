import type { Language } from '@coulisse/contracts';
import {
  describeResourceFor,
  type FieldDescriptor,
  type Label,
  type Locales,
  type ResourceDefinition,
} from '@coulisse/resource';
import type { ValueLabels } from './cell-of';

/** The labels of a field and its values. */
export interface FieldLabels {
  readonly label: Label;
  readonly values: ValueLabels;
  readonly children: ReadonlyMap<string, FieldLabels>;
}
export interface ResourceLabels {
  readonly label: Label;
  readonly plural: Label;
  readonly fields: ReadonlyMap<string, FieldLabels>;
}

const byName = (fields: readonly FieldDescriptor[]): ReadonlyMap<string, FieldLabels> =>
  new Map(
    fields.map(({ name, label, enumLabels = {}, fields: inner = [] }) => [
      name,
      { label, values: enumLabels, children: byName(inner) },
    ]),
  );

const cache = new WeakMap<Locales, WeakMap<ResourceDefinition, ResourceLabels>>();

/** The labels of a resource in both languages, the same as in the UI. */
export function labelsOf(resource: ResourceDefinition, locales: Locales): ResourceLabels {
  const made = cache.get(locales) ?? new WeakMap<ResourceDefinition, ResourceLabels>();
  cache.set(locales, made);
  const words = made.get(resource) ?? read(resource, locales);
  made.set(resource, words);
  return words;
}
function read(resource: ResourceDefinition, locales: Locales): ResourceLabels {
  const { label, plural, fields } = describeResourceFor(resource, locales, () => true);
  return { label, plural, fields: byName(fields) };
}

/** The column header for a field of a child: `Adresses 1 – Ville`. */
export const childHeader = (words: FieldLabels, index: number, child: Label, language: Language): string =>
  `${words.label[language]} ${index + 1} – ${child[language]}`;
