import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { test } from 'node:test';
import { Ledger, NotificationAddresses } from './ledger.mjs';
import { parseForm, valueOf } from './protocol.mjs';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

const FORM_BYTES = 4_000;
const ORDERS = 5_000;

/** A form as a shop sends it: the order and the address are parts of a text of four kilobytes. */
const formOf = (order) =>
  parseForm(
    `PBX_BILLING=${'x'.repeat(FORM_BYTES)}&PBX_CMD=reservation-${order}-of-a-theatre&PBX_REPONDRE_A=http://localhost/notifications/${order}`,
  );

function heapAfter(work) {
  collect();
  const before = process.memoryUsage().heapUsed;
  const stores = work();
  collect();
  const { heapUsed } = process.memoryUsage();
  assert.ok(stores);
  return heapUsed - before;
}

test('an order is stored without the form it came in', () => {
  const ledger = new Ledger();
  const addresses = new NotificationAddresses();
  const bytes = heapAfter(() => {
    for (let order = 0; order < ORDERS; order++) {
      const fields = formOf(order);
      const reference = valueOf(fields, 'PBX_CMD');
      addresses.add(reference, valueOf(fields, 'PBX_REPONDRE_A'));
      const numbers = { callNumber: String(order), transactionNumber: String(order), authorisation: '' };
      ledger.add({ site: '1', rang: '1', reference, amount: '100', ...numbers, status: 'Capturé' });
    }
    return [ledger, addresses];
  });
  assert.ok(bytes < (ORDERS * FORM_BYTES) / 2, `${bytes} bytes for ${ORDERS} orders`);
  assert.equal(ledger.byReference('1', 'reservation-7-of-a-theatre')?.transactionNumber, '7');
});

test('a notification is sent where the shop of its order wants it, else to the last one', () => {
  const addresses = new NotificationAddresses();
  assert.equal(addresses.of('R1'), undefined);
  addresses.add('R1', 'http://localhost/1');
  addresses.add('R2', 'http://localhost/2');
  assert.equal(addresses.of('R1'), 'http://localhost/1');
  assert.equal(addresses.of('R2'), 'http://localhost/2');
  assert.equal(addresses.of('unknown'), 'http://localhost/2');
});
