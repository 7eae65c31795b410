import { foldText } from './fold-text';

it.each([
  ['Œuvre VALIDÉE', 'oeuvre validee'],
  ['Ça, là-bas', 'ca, la-bas'],
  ['Ægir', 'aegir'],
])('%s is found as %s', (text, folded) => expect(foldText(text)).toBe(folded));
