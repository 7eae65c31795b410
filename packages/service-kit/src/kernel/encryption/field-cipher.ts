import { childTables, type Fields, type ResourceDefinition } from '@coulisse/resource';
import { parse as uuidBytes, stringify as uuidText } from 'uuid';
import type { Row } from '../types';
import type { Ask, DataKeys, Within } from './data-keys';
import { boundTo, openBytes, sealBytes } from './sealed-bytes';

/** Rows of one table, and which of their fields are encrypted. */
interface Sealed {
  readonly table: string;
  readonly fields: readonly string[];
}
interface Secrets {
  readonly own: Sealed;
  /** By the field that holds the children. */
  readonly children: readonly (Sealed & { field: string })[];
}

const FORMAT = 1;
const ID_BYTES = 16;
const HEAD_BYTES = 1 + ID_BYTES;

/**
 * Encrypts the values of the fields that are declared so. A sealed value says which key of its tenant wrote it, and opens
 * only at its own place: tenant, table, field and row are bound to it.
 */
export class FieldCipher {
  private readonly secrets = new WeakMap<ResourceDefinition, Secrets | null>();

  constructor(private readonly keys: Pick<DataKeys, 'current' | 'byId'>) {}

  /** The values as they are written: a copy, its encrypted fields sealed, those of children too. Children have their ids. */
  async seal(tx: Within, resource: ResourceDefinition, id: string, values: Row): Promise<Row> {
    const secrets = this.secretsOf(resource);
    if (!secrets) return values;
    const touched = [secrets.own, ...secrets.children].some((part) => holds(values, part));
    if (!touched) return values;
    const key = await this.keys.current(tx);
    const sealed = (part: Sealed, rowId: string, row: Row): Row => ({
      ...row,
      ...Object.fromEntries(
        part.fields
          .filter((field) => row[field] !== null && row[field] !== undefined)
          .map((field) => {
            const place = boundTo(tx.tenantId, part.table, field, rowId);
            const body = sealBytes(key.bytes, Buffer.from(JSON.stringify(row[field])), place);
            return [field, Buffer.concat([Buffer.from([FORMAT]), uuidBytes(key.id), body])];
          }),
      ),
    });
    const result = sealed(secrets.own, id, values);
    for (const part of secrets.children) {
      const rows = values[part.field] as Row[] | undefined;
      if (rows) result[part.field] = rows.map((row) => sealed(part, String(row.id), row));
    }
    return result;
  }

  /** Opens, in place, what the rows of a resource hold sealed: their own columns, and those of children that they carry. */
  async open(resource: ResourceDefinition, tenantId: string, rows: readonly Row[], ask: Ask): Promise<void> {
    const secrets = this.secretsOf(resource);
    if (!secrets || rows.length === 0) return;
    const found = rows.flatMap((row) => [
      ...sealedIn(secrets.own, row),
      ...secrets.children.flatMap((part) =>
        ((row[part.field] ?? []) as Row[]).flatMap((child) => sealedIn(part, child)),
      ),
    ]);
    if (found.length === 0) return;
    const ids = found.map(({ keyId }) => keyId);
    const keys = await this.keys.byId(tenantId, ids, ask);
    for (const { table, field, row, keyId, body } of found) {
      const key = keys.get(keyId);
      if (!key)
        throw new Error(`${table}.${field} of ${String(row.id)} was sealed with a key that is not there`);
      const place = boundTo(tenantId, table, field, String(row.id));
      row[field] = JSON.parse(openBytes(key, body, place).toString()) as unknown;
    }
  }

  private secretsOf(resource: ResourceDefinition): Secrets | null {
    const known = this.secrets.get(resource);
    if (known !== undefined) return known;
    const own = { table: resource.table, fields: encrypted(resource.fields) };
    const children = childTables(resource)
      .map(({ field, table, fields }) => ({ field, table, fields: encrypted(fields) }))
      .filter(({ fields }) => fields.length > 0);
    const secrets = own.fields.length > 0 || children.length > 0 ? { own, children } : null;
    this.secrets.set(resource, secrets);
    return secrets;
  }
}

const encrypted = (fields: Fields) =>
  Object.entries(fields)
    .filter(([, { spec }]) => spec.encrypted)
    .map(([name]) => name);

/** True when the resource keeps something encrypted, its children included. */
export const keepsSecrets = (resource: ResourceDefinition): boolean =>
  [resource.fields, ...childTables(resource).map(({ fields }) => fields)].some(
    (fields) => encrypted(fields).length > 0,
  );

const holds = (values: Row, part: Sealed & { field?: string }): boolean =>
  part.field === undefined
    ? part.fields.some((field) => values[field] !== null && values[field] !== undefined)
    : ((values[part.field] ?? []) as Row[]).some((row) =>
        holds(row, { table: part.table, fields: part.fields }),
      );

interface Found {
  table: string;
  field: string;
  row: Row;
  keyId: string;
  body: Buffer;
}
/** The sealed values of one row. Rows that were gathered as JSON carry bytes as hexadecimal text. */
function sealedIn({ table, fields }: Sealed, row: Row): Found[] {
  return fields.flatMap((field) => {
    const value = row[field];
    if (value === null || value === undefined) return [];
    const bytes = Buffer.isBuffer(value) ? value : Buffer.from(String(value).replace(/^\\x/, ''), 'hex');
    if (bytes[0] !== FORMAT || bytes.length <= HEAD_BYTES)
      throw new Error(`${table}.${field} of ${String(row.id)} is not a sealed value`);
    const keyId = uuidText(bytes.subarray(1, HEAD_BYTES));
    return [{ table, field, row, keyId, body: bytes.subarray(HEAD_BYTES) }];
  });
}
