import type { Language } from '@coulisse/contracts';
import {
  describeResourceFor,
  type FieldDescriptor,
  type Label,
  type ResourceDefinition,
} from '@coulisse/resource';
import type { Locales } from '../../service/types';
import type { ValueLabels } from './cell-of';

/** What a field and its values are called. */
export interface FieldWords {
  readonly label: Label;
  readonly values: ValueLabels;
  readonly children: ReadonlyMap<string, FieldWords>;
}
export interface ResourceWords {
  readonly label: Label;
  readonly plural: Label;
  readonly fields: ReadonlyMap<string, FieldWords>;
}

const byName = (fields: readonly FieldDescriptor[]): ReadonlyMap<string, FieldWords> =>
  new Map(
    fields.map(({ name, label, enumLabels = {}, fields: inner = [] }) => [
      name,
      { label, values: enumLabels, children: byName(inner) },
    ]),
  );

const known = new WeakMap<Locales, WeakMap<ResourceDefinition, ResourceWords>>();

/** The texts of a resource in both languages, as its screens have them. */
export function wordsOf(resource: ResourceDefinition, locales: Locales): ResourceWords {
  const made = known.get(locales) ?? new WeakMap<ResourceDefinition, ResourceWords>();
  known.set(locales, made);
  const words = made.get(resource) ?? read(resource, locales);
  made.set(resource, words);
  return words;
}
function read(resource: ResourceDefinition, locales: Locales): ResourceWords {
  const { label, plural, fields } = describeResourceFor(resource, locales, () => true);
  return { label, plural, fields: byName(fields) };
}

/** `Adresses 1 – Ville`: how the cell of a child is headed. */
export const childHeader = (words: FieldWords, index: number, child: Label, language: Language): string =>
  `${words.label[language]} ${index + 1} – ${child[language]}`;
