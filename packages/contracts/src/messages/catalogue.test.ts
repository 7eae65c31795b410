import { message, messages } from './catalogue';

it('writes amounts and days as the language does, and leaves everything else as it is', () => {
  const amount = (language: 'fr' | 'en') => message('avoir.above-bill', language, { left: '3610.10' });
  expect(amount('fr').replace(/\s/g, ' ')).toContain('3 610,10 €');
  expect(amount('en')).toContain('3,610.10');
  expect(message('quote.expired', 'fr', { date: '2026-12-24' })).toContain('24/12/2026');
  for (const left of ['3610.101', '12', 'DE-2026-00001'])
    expect(message('avoir.above-bill', 'fr', { left })).toContain(left);
});

it('leaves a placeholder without value as it is', () => {
  expect(message('avoir.above-bill', 'fr')).toContain('{left}');
});

it.each(['fr', 'en'] as const)(
  'says of a refused transition what it says of an internal error: %s (R-141)',
  (language) => {
    expect(messages(language)['transition.impossible']).toBe(messages(language)['http.500']);
  },
);
