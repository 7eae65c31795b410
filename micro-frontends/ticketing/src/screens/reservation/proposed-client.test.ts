import { NEW_CLIENT, NO_CLIENT, proposedClient } from './proposed-client';

const found = [
  { id: 'other', email: 'someone@renard.example' },
  { id: 'same', email: 'Ce@Renard.example' },
];
const ASKED = { found, mayCreate: true, isNeeded: false };

test('the record with the same address comes first', () => {
  expect(proposedClient({ ...ASKED, buyer: { email: 'ce@renard.example ', telephone: '' } })).toBe('same');
});

test('who can be reached gets a new record', () => {
  expect(proposedClient({ ...ASKED, buyer: { email: 'new@renard.example', telephone: '' } })).toBe(
    NEW_CLIENT,
  );
  expect(proposedClient({ ...ASKED, buyer: { email: '', telephone: '06 00' } })).toBe(NEW_CLIENT);
});

test('who left nothing gets one only for a quote or a bill', () => {
  const buyer = { email: '', telephone: '' };
  expect(proposedClient({ ...ASKED, buyer })).toBe(NO_CLIENT);
  expect(proposedClient({ ...ASKED, buyer, isNeeded: true })).toBe(NEW_CLIENT);
});

test('nobody creates a record without the right to', () => {
  const buyer = { email: 'new@renard.example', telephone: '' };
  expect(proposedClient({ ...ASKED, buyer, mayCreate: false, isNeeded: true })).toBe(NO_CLIENT);
});
