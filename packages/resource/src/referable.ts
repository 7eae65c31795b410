import { declaredColumns } from './columns';
import { isListable, storageOf } from './kinds';
import type { ResourceDefinition } from './resource-definition';
import { searchedColumns } from './search';

/** True for resources whose records the global search finds unless the declaration says otherwise. */
export const isReferable = (
  resource: Pick<ResourceDefinition, 'fields' | 'tenancy' | 'operations'>,
): boolean =>
  resource.tenancy === 'row' && resource.operations.includes('read') && searchedColumns(resource).length > 0;

/** The fields of a record from which its references and its entry in the search are made. */
export interface PublishedFields {
  readonly label: string;
  /** The first of them with a value is the second line. */
  readonly detail: readonly string[];
  /** Further words that find the record. */
  readonly search: readonly string[];
  readonly archived: string | undefined;
  /** Whose record it is: a field, or `createdBy`. */
  readonly owner: string | undefined;
  readonly replacedBy: string | undefined;
}

/** Fields that are text in every language. */
const TEXT_KINDS: ReadonlySet<string> = new Set([
  ...['text', 'email', 'phone', 'url', 'number', 'siren', 'siret', 'vatNumber'],
]);

const publications = new WeakMap<ResourceDefinition, PublishedFields>();
/** What is published of the records of a resource. */
export function publishedFields(resource: ResourceDefinition): PublishedFields {
  const cached = publications.get(resource);
  if (cached) return cached;
  const { fields, label, list, access, replacedBy } = resource;
  const columns = declaredColumns(fields).filter(({ field, spec }) => field !== label && isListable(spec));
  const isText = new Set(
    columns
      .filter(({ spec }) => TEXT_KINDS.has(spec.kind) && storageOf(spec).sql === 'text')
      .map(({ field }) => field),
  );
  const published: PublishedFields = {
    label,
    detail: list.filter((field) => isText.has(field)),
    search: searchedColumns(resource).flatMap(({ field }) => (field === label ? [] : [field])),
    archived: fields.isArchived?.spec.kind === 'bool' ? 'isArchived' : undefined,
    owner: access?.own,
    replacedBy,
  };
  publications.set(resource, published);
  return published;
}
