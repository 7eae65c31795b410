import { message } from '@coulisse/contracts/messages';
import { ApiProblem, type FieldDescriptor } from '@coulisse/mfe-kit';
import { describedInput, type InputOperation } from '@coulisse/resource/validation';
import type { Language } from '@coulisse/ui-kit/format';

/** The problem with which the service would refuse this body, in its words; null when the service has to decide. */
export const inputProblem = (
  fields: readonly FieldDescriptor[],
  operation: InputOperation,
  body: Readonly<Record<string, unknown>>,
  language: Language,
): ApiProblem | null => {
  const errors = describedInput(fields)(operation, body);
  if (errors.length === 0) return null;
  return new ApiProblem(422, {
    code: 'validation.failed',
    detail: message('validation.failed', language),
    errors: errors.map(({ pointer, code, params = {} }) => ({
      pointer,
      code,
      params,
      detail: message(code, language, params),
    })),
  });
};
