/** @jest-environment jsdom */
import { render } from '@testing-library/react';
import { wholeCodes } from './whole-codes';

const codesIn = (text: string): string[] => {
  const { container } = render(<p>{wholeCodes(text)}</p>);
  expect(container.textContent).toBe(text);
  return [...container.querySelectorAll('.c-whole')].map(({ textContent }) => textContent);
};

test('codes of records stay on one line, and their text is what it was', () => {
  expect(codesIn('Espèces · 267,00 € · R-ECE9-RNE6')).toEqual(['R-ECE9-RNE6']);
  expect(codesIn('DE-2026-00001-V2 · R-X8ZS-W9QA · Nuit blanche')).toEqual([
    'DE-2026-00001-V2',
    'R-X8ZS-W9QA',
  ]);
  expect(codesIn('T-2026-000001')).toEqual(['T-2026-000001']);
});

test('a name that looks like a code, and is too long for a line, is broken as before', () => {
  expect(codesIn(`A-${'A'.repeat(250)}`)).toEqual([]);
});

test('other words with hyphens are broken as before', () => {
  for (const text of ['', 'Dîner-spectacle', 'Jean-Pierre Saint-Clair', 'Peut-être', '<b>-R</b>'])
    expect(codesIn(text)).toEqual([]);
});
