import { phoneCheck, phoneMask, phoneText, typedPhone } from './phone-field';
import { loadEdits } from './number-libraries';

beforeAll(loadEdits, 30_000);

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

it('groups French numbers by pairs, and shows others with their prefix', () => {
  expect(plain(phoneText('+33612440819'))).toBe('06 12 44 08 19');
  expect(plain(phoneText('01.64.10.08.19'))).toBe('01 64 10 08 19');
  expect(plain(phoneText('+442079460958'))).toBe('+44 20 7946 0958');
  expect(plain(phoneText('poste 12'))).toBe('poste 12');
});

it('is edited in the national format, or with the prefix of another country', () => {
  expect(typedPhone('+33612440819')).toBe('0612440819');
  expect(typedPhone('+442079460958')).toBe('+442079460958');
  expect(typedPhone('0612')).toBe('0612');
});

it('groups while typing, and accepts 00 for +', () => {
  expect(plain(phoneMask.group(phoneMask.clean('061244081')))).toBe('06 12 44 08 1');
  expect(phoneMask.clean('0044 20 7946')).toBe('+44207946');
  expect(plain(phoneMask.group('+442079460958'))).toBe('+44 20 7946 0958');
});

it('shows no error until the number is complete, or on blur', () => {
  const soon = (typed: string) => phoneCheck(typed, false);
  expect(['06 12 44', '', '0612440819', '+442079460958'].map(soon)).toEqual([null, null, null, null]);
  expect(soon('06124408199')).toBe('field.wrong.phone');
  expect(soon('0012345678')).toBeNull();
  expect(phoneCheck('06 12 44', true)).toBe('field.wrong.phone');
  expect(phoneCheck('', true)).toBeNull();
});
