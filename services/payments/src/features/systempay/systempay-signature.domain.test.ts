import { isGenuine, parseFields, signedFields, systempaySignature } from './systempay-signature.domain';

const fieldsOf = (values: Record<string, string>) =>
  Object.entries(values).map(([name, value]) => ({ name, value }));

const documented = fieldsOf({
  vads_version: 'V2',
  vads_action_mode: 'INTERACTIVE',
  vads_amount: '5124',
  vads_ctx_mode: 'TEST',
  vads_currency: '978',
  vads_page_action: 'PAYMENT',
  vads_payment_config: 'SINGLE',
  vads_site_id: '12345678',
  vads_trans_date: '20170129130025',
  vads_trans_id: '123456',
});
const KEY = '1122334455667788';

describe('a signature', () => {
  it('is the one of the bank’s documentation', () => {
    expect(systempaySignature(documented, KEY)).toBe('ycA5Do5tNvsnKdc/eP1bj2xa19z9q3iWPy9/rpesfS0=');
  });

  it('is the one of another implementation, whatever the order of the fields', () => {
    const fields = fieldsOf({
      vads_trans_id: '000001',
      vads_currency: '978',
      vads_amount: '1234',
      vads_trans_date: '20200101120000',
    });
    const expected = 'egzpLYuwIX0LoqSS3rNxF9QYuKbvd3pp38gIoV+Oi3w=';
    expect(systempaySignature(fields, '987654321')).toBe(expected);
    expect(systempaySignature(fields.reverse(), '987654321')).toBe(expected);
  });

  it('covers unknown and empty fields of the bank, and no others', () => {
    const signature = systempaySignature(documented, KEY);
    const extended = (name: string, value: string) =>
      systempaySignature([...documented, { name, value }], KEY);
    expect(extended('vads_future', 'x')).not.toBe(signature);
    expect(extended('vads_future', '')).not.toBe(signature);
    expect(extended('outcome', 'accepted')).toBe(signature);
  });
});

describe('a report', () => {
  const query = new URLSearchParams(
    signedFields(documented, KEY).map(({ name, value }): [string, string] => [name, value]),
  ).toString();
  const check = (raw: string, key = KEY) => {
    const fields = parseFields(raw);
    return fields !== null && isGenuine(fields, key);
  };

  it('is genuine as it was signed, also behind a parameter of ours', () => {
    expect(check(query)).toBe(true);
    expect(check(`outcome=accepted&${query}`)).toBe(true);
  });

  it.each([
    ['another amount', query.replace('vads_amount=5124', 'vads_amount=1')],
    ['a missing field', query.replace('vads_amount=5124&', '')],
    ['a further field', `${query}&vads_x=1`],
    ['a field that occurs twice', `vads_amount=5124&${query}`],
    ['two signatures', `${query}&signature=x`],
    ['no signature', query.replace(/&signature=.*/, '')],
    ['a short signature', query.replace(/signature=.*/, 'signature=eA==')],
    ['nothing', ''],
    ['odd bytes', '%00%ff&vads_%=%&signature=%F0%9F'],
  ])('is not genuine with %s', (_, raw) => {
    expect(check(raw)).toBe(false);
  });

  it('is not genuine with another key, nor with an empty one', () => {
    expect(check(query, '1122334455667789')).toBe(false);
    const unkeyed = signedFields(documented, '');
    expect(isGenuine(unkeyed, '')).toBe(false);
  });
});
