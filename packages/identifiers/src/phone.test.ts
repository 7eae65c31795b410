import fc from 'fast-check';
import { groupTypedPhone, phone } from './phone';

describe('groupTypedPhone', () => {
  test.each([
    ['', ''],
    ['0', '0'],
    ['061', '06 1'],
    ['061244081', '06 12 44 08 1'],
    ['0612440819', '06 12 44 08 19'],
    ['+33612440819', '+33 6 12 44 08 19'],
    ['+', '+'],
    ['+44', '+44'],
    ['+442079460958', '+44 20 7946 0958'],
    ['3615', '3615'],
    ['06124408199', '06124408199'],
  ])('"%s" is grouped as "%s"', (typed, grouped) => expect(groupTypedPhone(typed)).toBe(grouped));

  test('a complete French number is grouped as it is displayed later', () =>
    expect(groupTypedPhone('0612440819')).toBe(phone.format('+33612440819')));

  test('changes no digit', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+?\d{0,15}$/), (typed) => {
        expect(groupTypedPhone(typed).replace(/[^+\d]/g, '')).toBe(typed);
      }),
    );
  });
});
