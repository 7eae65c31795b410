import type { FieldError, FieldErrors as FormErrors } from 'react-hook-form';
import type { FieldErrors } from '../values/problem-fields';

/**
 * Errors by place (`email`, `addresses/0/city`) as react-hook-form has them: one error for each field of the form, with
 * the errors of its lines by their places. Nested like the values, a line's field named `type` could not be told from
 * the type of an error.
 */
export const formErrors = (errors: FieldErrors): FormErrors => {
  const found: Record<string, FieldError & { types: Record<string, string> }> = {};
  for (const [place, message] of Object.entries(errors)) {
    const field = place.split('/')[0] ?? '';
    const error = (found[field] ??= { type: 'refused', message, types: {} });
    error.types[place] = message;
  }
  return found;
};

export const errorsByPlace = (errors: FormErrors): FieldErrors =>
  Object.assign({}, ...Object.values(errors).map((error) => (error as FieldError).types)) as FieldErrors;
