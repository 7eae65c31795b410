import { createHash } from 'node:crypto';
import {
  publishedFields,
  type AnyRecord,
  type PublishedFields,
  type ResourceDefinition,
} from '@coulisse/resource';
import type { PublishedRecord } from '@coulisse/service-kit/database';
import { as, canonical, selected } from '../codec';
import { AUTHOR, Statements, type Prepared } from '../statements';
import type { Row, StoredRecord } from '../types';

/** Raised when records must be published again although no definition changed. */
const REVISION = 1;
/** Length of the further words, in UTF-16 units; the search reads no more. */
const MOST_SEARCHED = 4_000;

const textOf = (value: unknown): string =>
  value === null || value === undefined || typeof value === 'object' ? '' : String(value);

/** What is published of the records of a resource; of the base, for its variants. */
export class Publication {
  private readonly statements: Statements;
  private readonly fields: PublishedFields;

  constructor(readonly resource: ResourceDefinition) {
    this.statements = new Statements(resource);
    this.fields = publishedFields(resource);
  }

  /** Changes with everything that the published values depend on. */
  get fingerprint(): string {
    const { resource, fields } = this;
    const computed = this.columns.map(({ field, spec }) => [field, spec.computed]);
    const parts = [REVISION, resource.rights, fields, computed];
    return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
  }

  /** True if the database computes a part of it, perhaps from records that this one refers to. */
  get isComputed(): boolean {
    return this.columns.some(({ spec }) => spec.computed !== undefined);
  }

  /** The event of a record that was written. */
  changed({ record, author }: Pick<StoredRecord, 'record' | 'author'>): PublishedRecord {
    const { label, detail, search, archived, owner, replacedBy } = this.fields;
    const valueOf = (field: string | undefined): unknown =>
      field === undefined ? undefined : (record as unknown as Row)[field];
    const ownerId = owner === 'createdBy' ? author : valueOf(owner);
    return {
      $case: 'changed',
      value: {
        resource: this.resource.name,
        id: record.id,
        version: record.version,
        label: textOf(valueOf(label)),
        detail: detail.map((field) => textOf(valueOf(field))).find(Boolean) ?? '',
        archived: valueOf(archived) === true,
        searchText: search
          .map((field) => textOf(valueOf(field)))
          .filter(Boolean)
          .join('\n')
          .slice(0, MOST_SEARCHED),
        ownerId: textOf(ownerId),
        readRight: `${this.resource.rights}.read`,
        mergedInto: textOf(valueOf(replacedBy)),
      },
    };
  }

  deleted({ id, version }: Pick<AnyRecord, 'id' | 'version'>): PublishedRecord {
    return { $case: 'deleted', value: { resource: this.resource.name, id, version } };
  }

  /**
   * Reads what is published of some rows of the tenant `$1`. Locked until the transaction ends, their events are
   * then in the topic in the order of their versions, of which it keeps the last.
   */
  reading(key: string, from: string, isLocked = true): Prepared {
    const { statements } = this;
    const columns = this.columns.map(
      (column) => `${selected(statements.expression(column), column.spec)} AS ${as(column.field)}`,
    );
    const list = ['t.id', 't.version', ...columns, `t.created_by AS ${as(AUTHOR)}`];
    return statements.prepared(
      `published ${key}`,
      () => `SELECT ${list.join(', ')} FROM ${from}${isLocked ? ' FOR SHARE OF t' : ''}`,
    );
  }
  /** `<table> t WHERE …`: the rows of the tenant `$1`. */
  get ownRows(): string {
    return `${this.statements.table} t WHERE ${this.statements.tenantPredicate('t', '$1')}`;
  }
  /** The event of a row that `reading` returned. */
  ofRow(row: Row): PublishedRecord {
    const record: Row = { id: row.id, version: row.version };
    for (const { field, spec } of this.columns) record[field] = canonical(spec, row[field]);
    return this.changed({ record: record as unknown as AnyRecord, author: row[AUTHOR] as string | null });
  }

  private get columns() {
    const { label, detail, search, archived, owner, replacedBy } = this.fields;
    const needed = new Set([label, ...detail, ...search, archived, owner, replacedBy]);
    return this.statements.columns.filter(({ field }) => needed.has(field));
  }
}

const publications = new WeakMap<ResourceDefinition, Publication>();
/** What is published of a resource; undefined if nothing is. */
export function publicationOf(resource: ResourceDefinition): Publication | undefined {
  if (!resource.referable || resource.variantOf) return undefined;
  const cached = publications.get(resource) ?? new Publication(resource);
  publications.set(resource, cached);
  return cached;
}

/** By the name of the resource or of a variant of it: what is published. */
export function publicationsOf(resources: readonly ResourceDefinition[]): ReadonlyMap<string, Publication> {
  return new Map(
    resources.flatMap((resource): [string, Publication][] => {
      const publication = publicationOf(resource);
      return publication ? [[resource.name, publication]] : [];
    }),
  );
}
