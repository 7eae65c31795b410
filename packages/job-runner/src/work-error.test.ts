import { workError } from './work-error';

it('says what the catalogue says, in the language of the reader', () => {
  expect(workError('service.unavailable', 'fr')?.detail).toMatch(/service/i);
  expect(workError('service.unavailable', 'en')?.detail).not.toBe(
    workError('service.unavailable', 'fr')?.detail,
  );
});

it.each(['unheard.of', 'avoir.above-bill'])('has no words for %s: no text, or one that needs facts', (code) =>
  expect(workError(code, 'fr')).toEqual({ code, detail: null }),
);

it('is null without an error', () => expect(workError(null, 'fr')).toBeNull());
