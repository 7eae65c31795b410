import { childTables, type Fields, type ResourceDefinition } from '@coulisse/resource';
import { parse as uuidBytes, stringify as uuidText } from 'uuid';
import type { Row } from '../types';
import type { RunStatements, DataKeys, TenantTx } from './data-keys';
import { encodeAad, decryptBytes, encryptBytes } from '@coulisse/service-kit/encryption';

/** A table and its encrypted fields. */
interface EncryptedFields {
  readonly table: string;
  readonly fields: readonly string[];
}
interface Secrets {
  readonly own: EncryptedFields;
  /** By the field that holds the children. */
  readonly children: readonly (EncryptedFields & { field: string })[];
}

const FORMAT = 1;
const ID_BYTES = 16;
const HEAD_BYTES = 1 + ID_BYTES;

/**
 * Encrypts the values of encrypted fields. An encrypted value contains the id of its data key, and can be decrypted
 * only in its own tenant, table, field and row, which are bound to it.
 */
export class FieldCipher {
  private readonly secrets = new WeakMap<ResourceDefinition, Secrets | null>();

  constructor(private readonly keys: Pick<DataKeys, 'current' | 'byId'>) {}

  /** Returns a copy of the values with encrypted fields encrypted, those of children too. Children must have ids. */
  async encrypt(tx: TenantTx, resource: ResourceDefinition, id: string, values: Row): Promise<Row> {
    const secrets = this.secretsOf(resource);
    if (!secrets) return values;
    const touched = [secrets.own, ...secrets.children].some((part) => holds(values, part));
    if (!touched) return values;
    const key = await this.keys.current(tx);
    const encryptRow = (part: EncryptedFields, rowId: string, row: Row): Row => ({
      ...row,
      ...Object.fromEntries(
        part.fields
          .filter((field) => row[field] !== null && row[field] !== undefined)
          .map((field) => {
            const place = encodeAad(tx.tenantId, part.table, field, rowId);
            const body = encryptBytes(key.bytes, Buffer.from(JSON.stringify(row[field])), place);
            return [field, Buffer.concat([Buffer.from([FORMAT]), uuidBytes(key.id), body])];
          }),
      ),
    });
    const result = encryptRow(secrets.own, id, values);
    for (const part of secrets.children) {
      const rows = values[part.field] as Row[] | undefined;
      if (rows) result[part.field] = rows.map((row) => encryptRow(part, String(row.id), row));
    }
    return result;
  }

  /** Decrypts the rows of a resource in place: their own columns, and those of the children in them. */
  async decrypt(
    resource: ResourceDefinition,
    tenantId: string,
    rows: readonly Row[],
    send: RunStatements,
  ): Promise<void> {
    const secrets = this.secretsOf(resource);
    if (!secrets || rows.length === 0) return;
    const found = rows.flatMap((row) => [
      ...encryptedValuesIn(secrets.own, row),
      ...secrets.children.flatMap((part) =>
        ((row[part.field] ?? []) as Row[]).flatMap((child) => encryptedValuesIn(part, child)),
      ),
    ]);
    if (found.length === 0) return;
    const ids = found.map(({ keyId }) => keyId);
    const keys = await this.keys.byId(tenantId, ids, send);
    for (const { table, field, row, keyId, body } of found) {
      const key = keys.get(keyId);
      if (!key)
        throw new Error(
          `${table}.${field} of ${String(row.id)} was encrypted with a key that is not configured`,
        );
      const place = encodeAad(tenantId, table, field, String(row.id));
      row[field] = JSON.parse(decryptBytes(key, body, place).toString()) as unknown;
    }
  }

  private secretsOf(resource: ResourceDefinition): Secrets | null {
    const cached = this.secrets.get(resource);
    if (cached !== undefined) return cached;
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

/** True if the resource or its children have encrypted fields. */
export const hasEncryptedFields = (resource: ResourceDefinition): boolean =>
  [resource.fields, ...childTables(resource).map(({ fields }) => fields)].some(
    (fields) => encrypted(fields).length > 0,
  );

const holds = (values: Row, part: EncryptedFields & { field?: string }): boolean =>
  part.field === undefined
    ? part.fields.some((field) => values[field] !== null && values[field] !== undefined)
    : ((values[part.field] ?? []) as Row[]).some((row) =>
        holds(row, { table: part.table, fields: part.fields }),
      );

interface EncryptedValue {
  table: string;
  field: string;
  row: Row;
  keyId: string;
  body: Buffer;
}
/** The encrypted values of one row. Rows aggregated as JSON contain bytes as hexadecimal text. */
function encryptedValuesIn({ table, fields }: EncryptedFields, row: Row): EncryptedValue[] {
  return fields.flatMap((field) => {
    const value = row[field];
    if (value === null || value === undefined) return [];
    const bytes = Buffer.isBuffer(value) ? value : Buffer.from(String(value).replace(/^\\x/, ''), 'hex');
    if (bytes[0] !== FORMAT || bytes.length <= HEAD_BYTES)
      throw new Error(`${table}.${field} of ${String(row.id)} is not an encrypted value`);
    const keyId = uuidText(bytes.subarray(1, HEAD_BYTES));
    return [{ table, field, row, keyId, body: bytes.subarray(HEAD_BYTES) }];
  });
}
