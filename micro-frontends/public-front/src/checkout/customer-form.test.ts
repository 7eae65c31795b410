import {
  EMPTY,
  fieldErrors,
  isEmail,
  needsAddress,
  startValues,
  toCustomer,
  validate,
  withoutAddress,
  type CustomerValues,
} from './customer-form';

const filled: CustomerValues = {
  ...EMPTY,
  firstName: ' Léa ',
  lastName: 'Moreau',
  email: 'lea.moreau@example.fr',
  addressLine1: '3 rue des Arts',
  zipCode: '75011',
  city: 'Paris',
  cgvAccepted: true,
};

describe('customer form', () => {
  it('reports all missing fields except optional ones', () => {
    expect([...validate(EMPTY, true).keys()].sort()).toEqual(
      ['addressLine1', 'cgvAccepted', 'city', 'email', 'firstName', 'lastName', 'zipCode'].sort(),
    );
    expect(validate(filled, true).size).toBe(0);
  });

  it('wants three fields and the terms where no address is needed, and sends none that was typed before', () => {
    expect([...validate(EMPTY, false).keys()]).toEqual(['firstName', 'lastName', 'email', 'cgvAccepted']);
    expect(validate({ ...withoutAddress(filled), zipCode: 'x' }, false).size).toBe(0);
    expect(withoutAddress(filled)).toMatchObject({ addressLine1: '', zipCode: '', city: '', country: 'FR' });
    expect([needsAddress(['email']), needsAddress(['email', 'city'])]).toEqual([false, true]);
  });

  it('checks the postcodes of neighbouring countries and accepts any other', () => {
    expect(validate({ ...filled, zipCode: '7501' }, true).get('zipCode')).toBe('form.zip');
    expect(validate({ ...filled, zipCode: '1000', country: 'BE' }, true).size).toBe(0);
    expect(validate({ ...filled, zipCode: 'SW1A 1AA', country: 'GB' }, true).size).toBe(0);
  });

  it('checks e-mail addresses', () => {
    expect(['a@b.fr', 'lea.moreau+x@mail.example.com'].every(isEmail)).toBe(true);
    expect(['a@b', 'a b@c.fr', '@c.fr', 'a@', ''].some(isEmail)).toBe(false);
  });

  it('sends trimmed values, and no telephone when there is none', () => {
    expect(toCustomer(filled)).toEqual({
      firstName: 'Léa',
      lastName: 'Moreau',
      email: 'lea.moreau@example.fr',
      addressLine1: '3 rue des Arts',
      zipCode: '75011',
      city: 'Paris',
      country: 'FR',
    });
  });

  it('starts with known values and prefers typed ones', () => {
    const account = { tenantId: 'lumiere', email: 'lea@example.fr', firstName: 'Léa', lastName: null };
    const values = startValues({ lastName: 'Martin', firstName: '' }, null, account);
    expect([values.firstName, values.lastName, values.email, values.country]).toEqual([
      'Léa',
      'Martin',
      'lea@example.fr',
      'FR',
    ]);
  });

  it('maps errors of the server to their fields', () => {
    const errors = fieldErrors([
      { pointer: '/customer/email', code: 'email.invalid', detail: 'Non' },
      { pointer: '/cgvAccepted', code: 'terms.not-accepted', detail: 'Acceptez' },
      { pointer: '/elsewhere', code: 'x', detail: 'y' },
    ]);
    expect([...errors]).toEqual([
      ['email', 'Non'],
      ['cgvAccepted', 'Acceptez'],
    ]);
  });
});
