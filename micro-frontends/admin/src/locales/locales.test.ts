import en from './en.json';
import fr from './fr.json';

it('says the same things in both languages, with the same variables', () => {
  const variables = (texts: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(texts).map(([key, text]) => [key, (text.match(/\{\{\w+\}\}/g) ?? []).sort().join()]),
    );
  expect(variables(en)).toEqual(variables(fr));
});
