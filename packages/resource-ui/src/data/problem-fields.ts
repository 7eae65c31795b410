import type { FieldProblem } from '@coulisse/mfe-kit';

/** Errors by place in the body: `email`, `addresses/0/city`. */
export type FieldErrors = Readonly<Record<string, string>>;

export const fieldErrors = (problems: readonly FieldProblem[]): FieldErrors =>
  Object.fromEntries(problems.map(({ pointer, detail, code }) => [placeOf(pointer), detail || code]));

/** RFC 6901: `~1` stands for a slash, `~0` for a tilde. */
const placeOf = (pointer: string): string =>
  pointer
    .replace(/^#?\//, '')
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('/');

/** Errors whose field is on the screen, and the rest: those must be said elsewhere. */
export const splitErrors = (
  errors: FieldErrors,
  shown: readonly string[],
): { here: [string, string][]; elsewhere: [string, string][] } => {
  const known = new Set(shown);
  const here: [string, string][] = [];
  const elsewhere: [string, string][] = [];
  for (const [place, detail] of Object.entries(errors))
    (known.has(place.split('/')[0] ?? '') ? here : elsewhere).push([place, detail]);
  return { here, elsewhere };
};

/** An error goes away as soon as its field, or a field under it, is touched. */
export const withoutErrorsOf = (errors: FieldErrors, place: string): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(([other]) => other !== place && !other.startsWith(`${place}/`)),
  );

export const inputId = (place: string): string => `field-${place.replaceAll('/', '-')}`;
