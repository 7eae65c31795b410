import { randomBytes } from 'node:crypto';
import { children, defineResource, enumeration, iban, json, money, nir, text } from '@coulisse/resource';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { ConfigError } from '@coulisse/service-kit/config';
import type { Row } from '../types';
import type { DataKey, TenantTx } from './data-keys';
import { fieldCipherFor } from './encryption';
import { FieldCipher, hasEncryptedFields } from './field-cipher';
import { redactChanges } from './redact-changes';
import { InstallationKeys } from './installation-keys';
import { encodeAad, decryptBytes, encryptBytes } from '@coulisse/service-kit/encryption';

const employee = defineResource('sample.employee', {
  path: 'sample/employees',
  rights: 'sample.employee',
  fields: {
    name: text().required(),
    nir: nir().secret().encrypted(),
    salary: money().secret(),
    extra: json().encrypted(),
    grade: enumeration(['A', 'B']).encrypted(),
    accounts: children({ bank: text(), iban: iban().encrypted() }),
  },
  list: ['name'],
});
const open = defineResource('sample.open', {
  path: 'sample/open',
  rights: 'sample.open',
  fields: { name: text() },
});

/** Data keys in memory. */
class FakeKeys {
  readonly all: DataKey[] = [];
  rotate = () => this.all.unshift({ id: uuidv7(), bytes: randomBytes(32) });
  current = async () => this.all[0] ?? (this.rotate(), this.all[0]!);
  byId = async (_tenantId: string, ids: Iterable<string>) => {
    const requestedIds = new Set(ids);
    return new Map(this.all.filter(({ id }) => requestedIds.has(id)).map(({ id, bytes }) => [id, bytes]));
  };
}
const fakeTx = (tenantId = uuidv7()) => ({ tenantId }) as unknown as TenantTx;
const decryptRows = (cipher: FieldCipher, { tenantId }: TenantTx, rows: Row[]) =>
  cipher.decrypt(employee, tenantId, rows, () => Promise.resolve([]));
const copy = (row: Row): Row => structuredClone(row);

describe('encrypted bytes', () => {
  test('can be decrypted only with the same key and binding', () => {
    fc.assert(
      fc.property(
        fc.uint8Array(),
        fc.array(fc.string()),
        fc.array(fc.string()),
        (plain, binding, otherBinding) => {
          const key = randomBytes(32);
          const encrypted = encryptBytes(key, Buffer.from(plain), encodeAad(...binding));
          expect(decryptBytes(key, encrypted, encodeAad(...binding))).toEqual(Buffer.from(plain));
          if (JSON.stringify(binding) !== JSON.stringify(otherBinding))
            expect(() => decryptBytes(key, encrypted, encodeAad(...otherBinding))).toThrow();
          expect(() => decryptBytes(randomBytes(32), encrypted, encodeAad(...binding))).toThrow();
        },
      ),
    );
  });
  test('cannot be decrypted after any byte was changed', () => {
    const key = randomBytes(32);
    const encrypted = encryptBytes(key, Buffer.from('295109912611193'), encodeAad('a'));
    for (let at = 0; at < encrypted.length; at++) {
      const changed = Buffer.from(encrypted);
      changed[at] = changed[at]! ^ 1;
      expect(() => decryptBytes(key, changed, encodeAad('a'))).toThrow();
    }
  });
  test('differ for each encryption of the same text', () => {
    const key = randomBytes(32);
    const encrypt = () => encryptBytes(key, Buffer.from('x'), encodeAad()).toString('hex');
    expect(new Set(Array.from({ length: 50 }, encrypt)).size).toBe(50);
  });
});

describe('the installation keys', () => {
  const [older, current] = [randomBytes(32), randomBytes(32)];
  const dataKey = randomBytes(32);

  test('unwrap a data key wrapped by an older key, as long as that key is configured', () => {
    const wrapped = new InstallationKeys(older).wrap('t', 'k', dataKey);
    expect(new InstallationKeys(current, [older]).unwrap('t', 'k', wrapped)).toEqual(dataKey);
    expect(() => new InstallationKeys(current).unwrap('t', 'k', wrapped)).toThrow('ENCRYPTION_OLD_KEYS');
  });
  test('refuse a data key of another tenant or with another id', () => {
    const keys = new InstallationKeys(current);
    const wrapped = keys.wrap('t', 'k', dataKey);
    expect(() => keys.unwrap('other', 'k', wrapped)).toThrow();
    expect(() => keys.unwrap('t', 'other', wrapped)).toThrow();
  });
  test('must have 32 bytes', () => expect(() => new InstallationKeys(randomBytes(16))).toThrow('32 bytes'));
});

describe('FieldCipher', () => {
  const id = uuidv7();
  const record: Row = {
    name: 'Ada',
    nir: '295109912611193',
    salary: '3000.00',
    extra: { a: [1, null, 'é'] },
    grade: 'B',
    accounts: [
      { id: uuidv7(), bank: 'x', iban: 'FR1420041010050500013M02606' },
      { id: uuidv7(), bank: 'y', iban: null },
    ],
  };
  const encryptRecord = async (cipher: FieldCipher, tx: TenantTx, values = record) => ({
    id,
    ...(await cipher.encrypt(tx, employee, id, copy(values))),
  });

  test('stores no secret in plain text, and decrypts each value', async () => {
    const cipher = new FieldCipher(new FakeKeys());
    const tx = fakeTx();
    const stored: Row = await encryptRecord(cipher, tx);
    const storedText = JSON.stringify(stored, (_key, value: unknown) =>
      typeof value === 'object' && value !== null && 'data' in value ? String(value.data) : value,
    );
    for (const secret of ['295109912611193', 'FR1420041010050500013M02606'])
      expect(storedText).not.toContain(secret);
    expect(stored).toMatchObject({ name: 'Ada', salary: '3000.00' });
    expect(stored.grade).toBeInstanceOf(Buffer);
    await decryptRows(cipher, tx, [stored]);
    expect(stored).toEqual({ id, ...record });
  });
  test('decrypts rows aggregated as JSON, whose bytes are hexadecimal', async () => {
    const cipher = new FieldCipher(new FakeKeys());
    const tx = fakeTx();
    const stored: Row = await encryptRecord(cipher, tx);
    const [account] = stored.accounts as [Row];
    account.iban = `\\x${(account.iban as Buffer).toString('hex')}`;
    await decryptRows(cipher, tx, [stored]);
    expect(stored.accounts).toEqual(record.accounts);
  });
  test('refuses to decrypt a value in another row, field or tenant', async () => {
    const cipher = new FieldCipher(new FakeKeys());
    const tx = fakeTx();
    const stored: Row = await encryptRecord(cipher, tx);
    const moved = { ...stored, id: uuidv7(), accounts: [] };
    await expect(decryptRows(cipher, tx, [moved])).rejects.toThrow();
    await expect(decryptRows(cipher, tx, [{ id, extra: stored.nir }])).rejects.toThrow();
    await expect(decryptRows(cipher, fakeTx(), [{ id, nir: stored.nir }])).rejects.toThrow();
  });
  test('encrypts with the new key, decrypts with the old one', async () => {
    const keys = new FakeKeys();
    const cipher = new FieldCipher(keys);
    const tx = fakeTx();
    const before: Row = await encryptRecord(cipher, tx);
    keys.rotate();
    const after: Row = await encryptRecord(cipher, tx);
    const keyOf = (row: Row) => (row.nir as Buffer).subarray(1, 17).toString('hex');
    expect(keyOf(before)).not.toBe(keyOf(after));
    await decryptRows(cipher, tx, [before, after]);
    expect([before.nir, after.nir]).toEqual([record.nir, record.nir]);
  });
  test('uses no key if there is no secret value', async () => {
    const keys = new FakeKeys();
    const cipher = new FieldCipher(keys);
    const values: Row = { name: 'Ada', nir: null, accounts: [] };
    expect(await encryptRecord(cipher, fakeTx(), values)).toEqual({ id, ...values });
    await decryptRows(cipher, fakeTx(), [{ id, name: 'Ada', nir: null }]);
    expect(await cipher.encrypt(fakeTx(), open, id, { name: 'x' })).toEqual({ name: 'x' });
    expect(keys.all).toEqual([]);
  });
  test('throws for a value that is not encrypted, and for a missing key', async () => {
    const keys = new FakeKeys();
    const cipher = new FieldCipher(keys);
    const tx = fakeTx();
    await expect(decryptRows(cipher, tx, [{ id, nir: 'clear' }])).rejects.toThrow('not an encrypted value');
    const stored: Row = await encryptRecord(cipher, tx);
    keys.all.length = 0;
    await expect(decryptRows(cipher, tx, [stored])).rejects.toThrow('not configured');
  });
});

describe('a service', () => {
  test('with encrypted fields needs the installation key', () => {
    expect([hasEncryptedFields(employee), hasEncryptedFields(open)]).toEqual([true, false]);
    expect(() => fieldCipherFor([open, employee], { ENCRYPTION_OLD_KEYS: [] })).toThrow(ConfigError);
    expect(fieldCipherFor([open], { ENCRYPTION_OLD_KEYS: [] })).toBeUndefined();
    expect(
      fieldCipherFor([employee], { ENCRYPTION_KEY: randomBytes(32), ENCRYPTION_OLD_KEYS: [] }),
    ).toBeInstanceOf(FieldCipher);
  });
});

describe('the history of a secret', () => {
  test('records that it changed and whether it was set, never its value', () => {
    const account = { id: 'a', bank: 'x', iban: 'FR1420041010050500013M02606' };
    const changes = redactChanges(employee, {
      name: ['Ada', 'Eve'],
      nir: [null, '295109912611193'],
      salary: ['3000.00', '3100.00'],
      accounts: [[], [account]],
    });
    expect(changes).toEqual({
      name: ['Ada', 'Eve'],
      nir: [null, '•••'],
      salary: ['•••', '•••'],
      accounts: [[], [{ ...account, iban: '•••' }]],
    });
  });
});
