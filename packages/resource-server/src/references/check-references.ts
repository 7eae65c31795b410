import type { resourceV1 } from '@coulisse/contracts';
import {
  foreignTargets,
  isForeignRef,
  type AnyRecord,
  type Fields,
  type ResourceDefinition,
} from '@coulisse/resource';
import { systemActor } from '@coulisse/service-kit/actor';
import type { Database, Tx } from '@coulisse/service-kit/database';
import { Problem, type FieldError } from '@coulisse/service-kit/problem';
import { validate as isUuid } from 'uuid';
import type { Row } from '../types';
import { keepReferences, type KeptRecord } from './keep-references';

/** Asks the service that owns a resource for some of its records. */
export interface RecordOwner {
  resolve(request: resourceV1.ResolveRequest): Promise<resourceV1.ResolveResponse>;
}
/** By the name of a service. */
export type RecordOwners = ReadonlyMap<string, RecordOwner>;

/** A reference in the values of a record: `pointer` names it, `replace` puts another id in its place. */
interface Reference {
  readonly target: string;
  readonly id: string;
  readonly pointer: string;
  readonly replace: (id: string) => void;
}
interface Known extends Row {
  resource: string;
  id: string;
  label: string;
  archived: boolean;
  deleted: boolean;
  mergedInto: string | null;
}

/** Version 0 is a label that somebody mentioned: its owner has not been heard yet. */
const KNOWN = `SELECT r.resource, r.id, r.label, r.archived, r.deleted, r.merged_into AS "mergedInto"
  FROM unnest($2::text[], $3::uuid[]) AS n(resource, id) JOIN kit.reference r
    ON r.tenant_id = $1::uuid AND r.resource = n.resource AND r.id = n.id AND r.version > 0`;

const serviceOf = (resource: string): string => resource.split('.')[0] ?? '';
const keyOf = ({ target, id }: Pick<Reference, 'target' | 'id'>) => `${target}/${id}`;

/** Checks references to records of other services before they are written: the table of the kit first, then their owner. */
export class ReferenceCheck {
  constructor(
    private readonly db: Database,
    private readonly owners: RecordOwners,
  ) {}

  /**
   * Asks the owners for the records that a request body names and the table does not know, before a transaction opens: a
   * slow owner then holds neither a connection nor a lock. What is wrong is reported later, together with other errors.
   */
  async prepare(resource: ResourceDefinition, tenantId: string, body: unknown): Promise<void> {
    if (!this.concerns(resource) || !isUuid(tenantId) || !isRow(body)) return;
    const references = this.referencesIn(resource, resource.fields, copyOf(body));
    if (references.length === 0) return;
    const actor = systemActor(tenantId, 'references');
    const missing = await this.db.inTenant(actor, (tx) => this.unknown(tx, references));
    const found = await this.ask(tenantId, missing);
    if (found.length > 0) await this.db.inTenant(actor, (tx) => keepReferences(tx, found));
  }

  /**
   * The values with merged records replaced by those that they were merged into. Refuses, by the name of the field, a
   * record that does not exist in the tenant, is deleted or archived. References that `before` has already stay. `path` begins
   * the pointers of errors.
   */
  async checked(
    tx: Tx,
    resource: ResourceDefinition,
    values: Row,
    before?: AnyRecord,
    path = '',
  ): Promise<Row> {
    if (!this.concerns(resource)) return values;
    const copy = copyOf(values);
    const keptReferences = before ? this.referencesIn(resource, resource.fields, copyOf(before)) : [];
    const keptKeys = new Set(keptReferences.map(keyOf));
    const references = this.referencesIn(resource, resource.fields, copy, path).filter(
      (reference) => !keptKeys.has(keyOf(reference)),
    );
    if (references.length === 0) return values;
    const missing = await this.unknown(tx, references);
    // Not asked before the transaction: a command or a consumer named it.
    if (missing.length > 0) await keepReferences(tx, await this.ask(tx.tenantId, missing));
    await this.resolve(tx, references);
    return copy;
  }

  private async resolve(tx: Tx, references: readonly Reference[], isFollowing = false): Promise<void> {
    const knownByKey = await this.known(tx, references);
    const errors: FieldError[] = [];
    const merged: Reference[] = [];
    for (const reference of references) {
      const record = knownByKey.get(keyOf(reference));
      const { pointer, target, replace } = reference;
      if (record && record.mergedInto !== null && !isFollowing) {
        replace(record.mergedInto);
        merged.push({ target, pointer, replace, id: record.mergedInto });
      } else if (!record || record.deleted) errors.push({ pointer, code: 'validation.choice' });
      else if (record.archived)
        errors.push({ pointer, code: 'validation.archived', params: { name: record.label } });
    }
    if (errors.length > 0) throw new Problem('validation.failed', { errors });
    // The table names the last of several merges: one step is enough.
    if (merged.length > 0) {
      const missing = await this.unknown(tx, merged);
      if (missing.length > 0) await keepReferences(tx, await this.ask(tx.tenantId, missing));
      await this.resolve(tx, merged, true);
    }
  }

  private async known(tx: Tx, references: readonly Reference[]): Promise<ReadonlyMap<string, Known>> {
    const { rows } = await tx.sql.named<Known>('kit_known_references', KNOWN, [
      tx.tenantId,
      references.map(({ target }) => target),
      references.map(({ id }) => id),
    ]);
    return new Map(rows.map((row) => [keyOf({ target: row.resource, id: row.id }), row]));
  }

  private async unknown(tx: Tx, references: readonly Reference[]): Promise<Reference[]> {
    const knownByKey = await this.known(tx, references);
    return references.filter((reference) => !knownByKey.has(keyOf(reference)));
  }

  /** One call for each resource. */
  private async ask(tenantId: string, references: readonly Reference[]): Promise<KeptRecord[]> {
    const idsByTarget = new Map<string, Set<string>>();
    for (const { target, id } of references)
      idsByTarget.set(target, (idsByTarget.get(target) ?? new Set()).add(id));
    const answers = await Promise.all(
      [...idsByTarget].map(async ([resource, ids]): Promise<KeptRecord[]> => {
        const owner = this.owners.get(serviceOf(resource));
        if (!owner) return [];
        const { records } = await owner.resolve({ tenantId, resource, ids: [...ids] });
        return records.map(({ mergedInto, ...record }) => ({
          resource,
          ...record,
          mergedInto: mergedInto || null,
        }));
      }),
    );
    return answers.flat();
  }

  /** True if the resource refers to records whose owner can be asked. */
  private concerns(resource: ResourceDefinition): boolean {
    return this.owners.size > 0 && [...foreignTargets(resource)].some((target) => this.isAsked(target));
  }
  private isAsked(target: string | undefined): target is string {
    return target !== undefined && this.owners.has(serviceOf(target));
  }

  /** The references in values, which `replace` changes; values of a wrong type are left to the validation. */
  private referencesIn(
    resource: Pick<ResourceDefinition, 'service'>,
    fields: Fields,
    values: Row,
    path = '',
  ): Reference[] {
    return Object.entries(fields).flatMap(([field, { spec }]): Reference[] => {
      const value = values[field];
      const pointer = `${path}/${field}`;
      const { target } = spec;
      if (spec.fields && Array.isArray(value))
        return value.flatMap((row: unknown, index) =>
          isRow(row) ? this.referencesIn(resource, spec.fields ?? {}, row, `${pointer}/${index}`) : [],
        );
      if (!isForeignRef(resource, spec) || !this.isAsked(target)) return [];
      if (spec.kind === 'ref')
        return isId(value)
          ? [{ target, pointer, id: value.toLowerCase(), replace: (id) => void (values[field] = id) }]
          : [];
      const ids: unknown[] = Array.isArray(value) ? value : [];
      return ids.flatMap((id, index): Reference[] =>
        isId(id)
          ? [
              {
                ...{ target, id: id.toLowerCase(), pointer: `${pointer}/${index}` },
                replace: (other) => void (ids[index] = other),
              },
            ]
          : [],
      );
    });
  }
}

const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value);
const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** A copy whose rows and lists may be changed. */
const copyOf = (values: Row): Row =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((item: unknown) => (isRow(item) ? copyOf(item) : item)) : value,
    ]),
  );
