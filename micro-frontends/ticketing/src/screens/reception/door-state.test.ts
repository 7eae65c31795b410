/** @jest-environment node */
import { createPublicKey, generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto';
import { signedBytesOf, toBase64Url, writeCode, type VerifySignature } from '@coulisse/ticket-code';
import type { ReceptionRow } from '../../api-types';
import {
  countOf,
  partiesFound,
  peopleOf,
  performanceFor,
  scanOffline,
  shownParties,
  withEntries,
} from './door-state';
import type { DoorList, Entry } from './door-types';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const verifySignature: VerifySignature = (signature, bytes, key) => {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: toBase64Url(key) };
  return verify(null, bytes, createPublicKey({ key: jwk, format: 'jwk' }), signature);
};
const [tenantId, performanceId] = [randomUUID(), randomUUID()];
const party = (id: string, customerName: string, changes: Partial<ReceptionRow> = {}): ReceptionRow => ({
  ...{
    id,
    customerName,
    lastName: customerName.split(' ').at(-1) ?? '',
    code: `R-${id}`,
    numberOfPlaces: 2,
    arrivedCount: 0,
    arrivedAt: null,
    telephone: '',
  },
  ...{ arrivalState: 'NOT_ARRIVED', canceled: false, seats: ['A-1'], tableNumber: null },
  ...changes,
});
const ticket = (reservationId: string) => ({
  ...{ id: randomUUID(), code: 'T-2026-000123', digest: '', reservationId, seat: 'A-1' },
  ...{ isValid: true, isReplaced: false, admittedAt: null, device: null },
});
const list: DoorList = {
  ...{ tenantId, readAt: '2026-12-12T18:00:00.000Z', conflicts: [] },
  keys: [{ number: 1, key: publicKey.export({ format: 'jwk' }).x ?? '' }],
  parties: [
    party('1', 'Émilie Garnier', { telephone: '06 12 34 56 78', tableNumber: '12' }),
    party('2', 'Bastien Aubry', { tableNumber: '9' }),
    party('3', 'Zoé Void', { canceled: true }),
  ],
  tickets: [ticket('1'), ticket('1'), { ...ticket('3'), isValid: false }],
};
const codeOf = (ticketId: string) => {
  const bytes = signedBytesOf({ tenantId, performanceId, ticketId, keyNumber: 1 });
  return writeCode(bytes, sign(null, bytes, privateKey));
};
const at = '2026-12-12T19:52:00.000Z';
const scan = (index: number, held = list) =>
  scanOffline(
    { id: 's', code: codeOf(held.tickets[index]!.id) },
    { tenantId, performanceId, list: held },
    verifySignature,
  );
const scanned = (index: number): Entry => ({
  ...{ id: randomUUID(), performanceId, at, code: 'c', ticketId: list.tickets[index]!.id },
});

test('R-046: off line a ticket lets in once, and what waits to be sent counts', async () => {
  expect(await scan(0)).toMatchObject({ outcome: 'GREEN', people: 1, party: { arrivedCount: 1 } });
  const after = withEntries(list, [scanned(0)], 'Main');
  expect(await scan(0, after)).toMatchObject({ outcome: 'AMBER', since: { at, device: 'Main' } });
  const noted: Entry = { id: 'n', performanceId, at, reservation: '1', people: 1 };
  expect(await scan(1, withEntries(after, [noted], 'Main'))).toMatchObject({ reason: 'PARTY_COMPLETE' });
  expect(await scan(2)).toMatchObject({ outcome: 'RED', reason: 'CANCELED' });
});

test('an entry that the server has already counted is not counted again', () => {
  const counted = withEntries(list, [scanned(0)], 'Main');
  expect(peopleOf(withEntries(counted, [scanned(0)], 'Main').parties).arrived).toBe(1);
});

test('parties are found as one says them at a door', () => {
  const found = (query: string) => partiesFound(list, query).map(({ id }) => id);
  expect(found('')).toEqual(['1', '2']);
  expect(found('emilie g')).toEqual(['1']);
  expect(found('garnier em')).toEqual(['1']);
  expect(found('0612')).toEqual(['1']);
  expect(found('t2026 000123')).toEqual(['1', '3']);
  expect(found('void')).toEqual(['3']);
});

test('displays and sorts, names by the last name, tables by their number', () => {
  const parties = withEntries(list, [scanned(0)], 'Main').parties.filter(({ canceled }) => !canceled);
  const ids = (rows: readonly ReceptionRow[]) => rows.map(({ id }) => id);
  expect(ids(shownParties(parties, 'ALL', 'NAME'))).toEqual(['2', '1']);
  expect(ids(shownParties(parties, 'ALL', 'TABLE'))).toEqual(['2', '1']);
  expect(ids(shownParties(parties, 'ALL', 'RESERVATION'))).toEqual(['1', '2']);
  expect([countOf(parties, 'ARRIVED'), countOf(parties, 'NOT_ARRIVED')]).toEqual([0, 2]);
});

test('a party is among those who arrived when all of it is there, until then among the expected', () => {
  const parties = [
    party('all', 'A', { arrivedCount: 2 }),
    party('partly', 'B', { arrivedCount: 1 }),
    party('nobody', 'C'),
    party('void', 'D', { arrivedCount: 1, canceled: true }),
  ];
  const shown = (display: 'ARRIVED' | 'NOT_ARRIVED') =>
    shownParties(parties, display, 'NAME').map(({ id }) => id);
  expect([shown('ARRIVED'), shown('NOT_ARRIVED')]).toEqual([
    ['all', 'void'],
    ['partly', 'nobody'],
  ]);
  expect(countOf(parties, 'ARRIVED') + countOf(parties, 'NOT_ARRIVED')).toBe(countOf(parties, 'ALL'));
});

test('tables are sorted as people count, parties without one last; codes by their characters', () => {
  const parties = [
    party('9MK9', 'A', { tableNumber: 'T10' }),
    party('5S84', 'B'),
    party('7X89', 'C', { tableNumber: 'T2' }),
    party('42SC', 'D', { tableNumber: 'T2, T3' }),
  ];
  const ids = (sort: 'TABLE' | 'RESERVATION') => shownParties(parties, 'ALL', sort).map(({ id }) => id);
  expect(ids('TABLE')).toEqual(['7X89', '42SC', '9MK9', '5S84']);
  expect(ids('RESERVATION')).toEqual(['42SC', '5S84', '7X89', '9MK9']);
});

test('the list of one performance is never shown for another one', () => {
  const all = [{ id: 'tonight' }, { id: 'tomorrow' }];
  expect(performanceFor(all, 'tomorrow')).toEqual({ id: 'tomorrow' });
  expect(performanceFor(all)).toEqual({ id: 'tonight' });
  expect(performanceFor(all, 'yesterday')).toBeUndefined();
});
