import { phoneCheck, phoneMask, phoneText, typedPhone } from './phone-field';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

it('writes French numbers by pairs and the others with their prefix', () => {
  expect(plain(phoneText('+33612440819'))).toBe('06 12 44 08 19');
  expect(plain(phoneText('01.64.10.08.19'))).toBe('01 64 10 08 19');
  expect(plain(phoneText('+442079460958'))).toBe('+44 20 7946 0958');
  expect(plain(phoneText('poste 12'))).toBe('poste 12');
});

it('is typed in the national form, abroad with its prefix', () => {
  expect(typedPhone('+33612440819')).toBe('0612440819');
  expect(typedPhone('+442079460958')).toBe('+442079460958');
  expect(typedPhone('0612')).toBe('0612');
});

it('groups while typing, and takes 00 for +', () => {
  expect(plain(phoneMask.group(phoneMask.clean('061244081')))).toBe('06 12 44 08 1');
  expect(phoneMask.clean('0044 20 7946')).toBe('+44207946');
  expect(plain(phoneMask.group('+442079460958'))).toBe('+44 20 7946 0958');
});

it('says nothing until the number is complete, or left', () => {
  const soon = (typed: string) => phoneCheck(typed, false);
  expect(['06 12 44', '', '0612440819', '+442079460958'].map(soon)).toEqual([null, null, null, null]);
  expect(soon('06124408199')).toBe('field.wrong.phone');
  expect(soon('0012345678')).toBeNull();
  expect(phoneCheck('06 12 44', true)).toBe('field.wrong.phone');
  expect(phoneCheck('', true)).toBeNull();
});
