import en from './en.json';
import fr from './fr.json';

describe('texts', () => {
  it('exist in both languages, with the same values to fill in', () => {
    expect(Object.keys(en).sort()).toEqual(Object.keys(fr).sort());
    const holes = (text: string): string[] =>
      [...text.matchAll(/\{\{\w+\}\}|<\w+>/g)].map(([hole]) => hole).sort();
    for (const key of Object.keys(fr) as (keyof typeof fr)[])
      expect([key, holes(en[key])]).toEqual([key, holes(fr[key])]);
  });
});
