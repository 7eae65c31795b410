import { renderToStaticMarkup } from 'react-dom/server';
import { CodedText } from './coded-text';

const shown = (text: string, code: string) => renderToStaticMarkup(<CodedText text={text} code={code} />);

test('a code in a text stays in one line', () => {
  expect(shown('Commande R-ECE9-RNE6', 'R-ECE9-RNE6')).toBe(
    'Commande <span style="white-space:nowrap">R-ECE9-RNE6</span>',
  );
  expect(shown('R-1 & R-1', 'R-1')).toBe(
    '<span style="white-space:nowrap">R-1</span> &amp; <span style="white-space:nowrap">R-1</span>',
  );
});

test('a text without its code is shown as it is', () => {
  expect(shown('Votre réservation est confirmée.', '')).toBe('Votre réservation est confirmée.');
  expect(shown('Bon cadeau', 'B-7K3M-9QX4')).toBe('Bon cadeau');
});
