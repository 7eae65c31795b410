import { followPrice, WHOLE_PRICE } from './vat-lines';

describe('the VAT breakdown of a new formula', () => {
  it('is one line at 5.5 % whose amount is the price', () => {
    expect(followPrice(WHOLE_PRICE, '89.00', undefined)).toEqual([{ ...WHOLE_PRICE[0], amountTTC: '89.00' }]);
    expect(followPrice(WHOLE_PRICE, '', undefined)).toBeNull();
  });
  it('follows the price while that is its amount', () => {
    const line = { label: 'Menu', rate: '10', amountTTC: '89.00' };
    expect(followPrice([line], '95.00', '89.00')).toEqual([{ ...line, amountTTC: '95.00' }]);
    expect(followPrice([line], '89.00', '89.00')).toBeNull();
    expect(followPrice([{ ...line, amountTTC: '45.00' }], '95.00', '89.00')).toBeNull();
  });
  it('is left alone once it is split', () => {
    const lines = [{ amountTTC: '89.00' }, { amountTTC: null }];
    expect(followPrice(lines, '95.00', '89.00')).toBeNull();
    expect(followPrice(undefined, '95.00', '89.00')).toBeNull();
  });
});
