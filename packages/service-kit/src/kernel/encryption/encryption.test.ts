import { randomBytes } from 'node:crypto';
import { children, defineResource, enumeration, iban, json, money, nir, text } from '@coulisse/resource';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { ConfigError } from '../../config/config';
import type { Row } from '../types';
import type { DataKey, Within } from './data-keys';
import { fieldCipherFor } from './encryption';
import { FieldCipher, keepsSecrets } from './field-cipher';
import { hushedChanges } from './hushed-changes';
import { InstallationKeys } from './installation-keys';
import { boundTo, openBytes, sealBytes } from './sealed-bytes';

const employee = defineResource('sample.employee', {
  path: 'sample/employees',
  rights: 'sample.employee',
  fields: {
    name: text().required(),
    nir: nir().sensitive().encrypted(),
    salary: money().sensitive(),
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

/** Keys of tenants, without a database. */
class FakeKeys {
  readonly all: DataKey[] = [];
  rotate = () => this.all.unshift({ id: uuidv7(), bytes: randomBytes(32) });
  current = async () => this.all[0] ?? (this.rotate(), this.all[0]!);
  byId = async (_tenantId: string, ids: Iterable<string>) => {
    const wanted = new Set(ids);
    return new Map(this.all.filter(({ id }) => wanted.has(id)).map(({ id, bytes }) => [id, bytes]));
  };
}
const within = (tenantId = uuidv7()) => ({ tenantId }) as unknown as Within;
const opened = (cipher: FieldCipher, { tenantId }: Within, rows: Row[]) =>
  cipher.open(employee, tenantId, rows, () => Promise.resolve([]));
const copy = (row: Row): Row => structuredClone(row);

describe('sealed bytes', () => {
  test('open where they were sealed, and nowhere else', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.array(fc.string()), fc.array(fc.string()), (plain, here, there) => {
        const key = randomBytes(32);
        const sealed = sealBytes(key, Buffer.from(plain), boundTo(...here));
        expect(openBytes(key, sealed, boundTo(...here))).toEqual(Buffer.from(plain));
        if (JSON.stringify(here) !== JSON.stringify(there))
          expect(() => openBytes(key, sealed, boundTo(...there))).toThrow();
        expect(() => openBytes(randomBytes(32), sealed, boundTo(...here))).toThrow();
      }),
    );
  });
  test('show any change of a byte', () => {
    const key = randomBytes(32);
    const sealed = sealBytes(key, Buffer.from('295109912611193'), boundTo('a'));
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = changed[at]! ^ 1;
      expect(() => openBytes(key, changed, boundTo('a'))).toThrow();
    }
  });
  test('never look the same twice', () => {
    const key = randomBytes(32);
    const seal = () => sealBytes(key, Buffer.from('x'), boundTo()).toString('hex');
    expect(new Set(Array.from({ length: 50 }, seal)).size).toBe(50);
  });
});

describe('the keys of the installation', () => {
  const [older, current] = [randomBytes(32), randomBytes(32)];
  const dataKey = randomBytes(32);

  test('unwrap what an older one wrapped, as long as it is known', () => {
    const wrapped = new InstallationKeys(older).wrap('t', 'k', dataKey);
    expect(new InstallationKeys(current, [older]).unwrap('t', 'k', wrapped)).toEqual(dataKey);
    expect(() => new InstallationKeys(current).unwrap('t', 'k', wrapped)).toThrow('ENCRYPTION_OLD_KEYS');
  });
  test('refuse the key of another tenant, or under another name', () => {
    const keys = new InstallationKeys(current);
    const wrapped = keys.wrap('t', 'k', dataKey);
    expect(() => keys.unwrap('other', 'k', wrapped)).toThrow();
    expect(() => keys.unwrap('t', 'other', wrapped)).toThrow();
  });
  test('have 32 bytes', () => expect(() => new InstallationKeys(randomBytes(16))).toThrow('32 bytes'));
});

describe('the cipher of fields', () => {
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
  const sealed = async (cipher: FieldCipher, tx: Within, values = record) => ({
    id,
    ...(await cipher.seal(tx, employee, id, copy(values))),
  });

  test('keeps no encrypted value in the clear, and gives each back', async () => {
    const cipher = new FieldCipher(new FakeKeys());
    const tx = within();
    const stored: Row = await sealed(cipher, tx);
    const kept = JSON.stringify(stored, (_key, value: unknown) =>
      typeof value === 'object' && value !== null && 'data' in value ? String(value.data) : value,
    );
    for (const secret of ['295109912611193', 'FR1420041010050500013M02606'])
      expect(kept).not.toContain(secret);
    expect(stored).toMatchObject({ name: 'Ada', salary: '3000.00' });
    expect(stored.grade).toBeInstanceOf(Buffer);
    await opened(cipher, tx, [stored]);
    expect(stored).toEqual({ id, ...record });
  });
  test('opens rows that were gathered as JSON, whose bytes are hexadecimal', async () => {
    const cipher = new FieldCipher(new FakeKeys());
    const tx = within();
    const stored: Row = await sealed(cipher, tx);
    const [account] = stored.accounts as [Row];
    account.iban = `\\x${(account.iban as Buffer).toString('hex')}`;
    await opened(cipher, tx, [stored]);
    expect(stored.accounts).toEqual(record.accounts);
  });
  test('opens nothing at another place: row, field or tenant', async () => {
    const cipher = new FieldCipher(new FakeKeys());
    const tx = within();
    const stored: Row = await sealed(cipher, tx);
    const moved = { ...stored, id: uuidv7(), accounts: [] };
    await expect(opened(cipher, tx, [moved])).rejects.toThrow();
    await expect(opened(cipher, tx, [{ id, extra: stored.nir }])).rejects.toThrow();
    await expect(opened(cipher, within(), [{ id, nir: stored.nir }])).rejects.toThrow();
  });
  test('writes with the new key, reads with the old one', async () => {
    const keys = new FakeKeys();
    const cipher = new FieldCipher(keys);
    const tx = within();
    const before: Row = await sealed(cipher, tx);
    keys.rotate();
    const after: Row = await sealed(cipher, tx);
    const keyOf = (row: Row) => (row.nir as Buffer).subarray(1, 17).toString('hex');
    expect(keyOf(before)).not.toBe(keyOf(after));
    await opened(cipher, tx, [before, after]);
    expect([before.nir, after.nir]).toEqual([record.nir, record.nir]);
  });
  test('takes no key for what holds no secret', async () => {
    const keys = new FakeKeys();
    const cipher = new FieldCipher(keys);
    const values: Row = { name: 'Ada', nir: null, accounts: [] };
    expect(await sealed(cipher, within(), values)).toEqual({ id, ...values });
    await opened(cipher, within(), [{ id, name: 'Ada', nir: null }]);
    expect(await cipher.seal(within(), open, id, { name: 'x' })).toEqual({ name: 'x' });
    expect(keys.all).toEqual([]);
  });
  test('says what is not sealed, and what no key opens', async () => {
    const keys = new FakeKeys();
    const cipher = new FieldCipher(keys);
    const tx = within();
    await expect(opened(cipher, tx, [{ id, nir: 'clear' }])).rejects.toThrow('not a sealed value');
    const stored: Row = await sealed(cipher, tx);
    keys.all.length = 0;
    await expect(opened(cipher, tx, [stored])).rejects.toThrow('not there');
  });
});

describe('a service', () => {
  test('that keeps a secret needs the key of the installation', () => {
    expect([keepsSecrets(employee), keepsSecrets(open)]).toEqual([true, false]);
    expect(() => fieldCipherFor([open, employee], { ENCRYPTION_OLD_KEYS: [] })).toThrow(ConfigError);
    expect(fieldCipherFor([open], { ENCRYPTION_OLD_KEYS: [] })).toBeUndefined();
    expect(
      fieldCipherFor([employee], { ENCRYPTION_KEY: randomBytes(32), ENCRYPTION_OLD_KEYS: [] }),
    ).toBeInstanceOf(FieldCipher);
  });
});

describe('the history of a secret', () => {
  test('says that it changed, and whether there was one: never what it was', () => {
    const account = { id: 'a', bank: 'x', iban: 'FR1420041010050500013M02606' };
    const changes = hushedChanges(employee, {
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
