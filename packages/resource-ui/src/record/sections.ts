import type { FieldDescriptor, ResourceDescriptor, ResourceRow, SectionOverride } from '@coulisse/mfe-kit';
import { isEmpty } from '../data/values';
import { kindOf } from '../fields';

export interface Section {
  key: string;
  /** i18n key of the module; null is the general section. */
  title: string | null;
  /** Children have a section of their own, titled by the field. */
  children: FieldDescriptor | null;
  fields: FieldDescriptor[];
}

/** Shown in the header, the timeline or nowhere: not in the sections. */
const APART = new Set(['id', 'version', 'state', 'createdAt', 'updatedAt', 'createdBy']);

/** General data first, then what is long, then the children as tables; or as the module says. */
export const sectionsOf = (
  descriptor: ResourceDescriptor,
  overrides?: readonly SectionOverride[],
): Section[] => {
  const own = descriptor.fields.filter((field) => !APART.has(field.name));
  const children = own.filter((field) => field.type === 'children');
  const plain = own.filter((field) => field.type !== 'children');
  const named = (names: readonly string[]) =>
    names
      .map((name) => own.find((field) => field.name === name))
      .filter((field): field is FieldDescriptor => field !== undefined);
  const general: Section[] = overrides
    ? overrides.map(({ title, fields }, index) => ({
        key: title ?? `general-${index}`,
        title: title ?? null,
        children: null,
        fields: named(fields).filter((field) => field.type !== 'children'),
      }))
    : [{ key: 'general', title: null, children: null, fields: byShape(plain) }];
  return [
    ...general,
    ...children.map((field) => ({ key: field.name, title: null, children: field, fields: [field] })),
  ];
};

const byShape = (fields: readonly FieldDescriptor[]): FieldDescriptor[] => [
  ...fields.filter((field) => !kindOf(field).wide),
  ...fields.filter((field) => kindOf(field).wide),
];

/** What a creation asks: everything that can be written. */
export const formSections = (
  descriptor: ResourceDescriptor,
  overrides?: readonly SectionOverride[],
): Section[] =>
  sectionsOf(descriptor, overrides)
    .map((section) => ({ ...section, fields: section.fields.filter((field) => !field.readonly) }))
    .filter((section) => section.fields.length > 0);

/** The panel is short: what the page shows and is filled, the title apart. */
export const summaryFields = (
  descriptor: ResourceDescriptor,
  record: ResourceRow,
  overrides?: readonly SectionOverride[],
): FieldDescriptor[] =>
  sectionsOf(descriptor, overrides)
    .flatMap((section) => section.fields)
    .filter(
      (field) =>
        field.name !== descriptor.labelField &&
        field.type !== 'children' &&
        field.type !== 'json' &&
        !(field.type === 'bool' && record[field.name] !== true) &&
        !isEmpty(record[field.name]),
    );
