import { iban as ibanNumber, siret as siretNumber } from '@coulisse/identifiers';
import { applyMask } from './mask';
import { identifierMask } from './masked-field';

jest.mock('./masked-input', () => ({}));

const siret = identifierMask(siretNumber, 14, 'digits');
const iban = identifierMask(ibanNumber, 34);
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

it('groups what was typed or pasted', () => {
  expect(plain(applyMask(siret, '73282932000074', 14).shown)).toBe('732 829 320 00074');
  expect(plain(applyMask(siret, ' 732.829 320-00074 !!', 5).shown)).toBe('732 829 320 00074');
  expect(plain(applyMask(iban, 'fr7630006000011234567890189', 27).shown)).toBe(
    'FR76 3000 6000 0112 3456 7890 189',
  );
  expect(applyMask(siret, '7328293200007499', 16).clean).toBe('73282932000074');
});

it('keeps the caret after the character that was just typed', () => {
  // 732 8|29: a 5 is typed behind the 8
  expect(applyMask(siret, '732 8529', 6)).toMatchObject({ clean: '7328529', caret: 6 });
  // 7329|829: the 9 moves behind the space
  expect(applyMask(siret, '7329829', 4)).toMatchObject({ clean: '7329829', caret: 5 });
  // at the end it stays at the end
  expect(applyMask(siret, '7328', 4)).toMatchObject({ caret: 5 });
});

it('deletes characters from the end', () => {
  expect(applyMask(siret, '732 ', 4)).toMatchObject({ clean: '732', shown: '732', caret: 3 });
  expect(applyMask(siret, '', 0)).toMatchObject({ clean: '', shown: '', caret: 0 });
});
