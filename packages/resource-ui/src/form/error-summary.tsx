import { ApiProblem, type FieldDescriptor } from '@coulisse/mfe-kit';
import { useLanguage } from '@coulisse/ui-kit';
import { inputId, splitErrors, useProblemText } from '@coulisse/resource-client';
import { type DraftControl, useDraftErrors } from '@coulisse/resource-client/form';
import { FormErrors } from './form-errors';
import { placeLabel } from './place-label';

interface ErrorSummaryProps {
  fields: readonly FieldDescriptor[];
  draft: DraftControl;
}

/** The errors of a described form. */
export const ErrorSummary = ({ fields, draft }: ErrorSummaryProps) => {
  const language = useLanguage();
  const problem = useProblemText();
  const { failure } = draft;
  const names = fields.map((field) => field.name);
  const { shown, elsewhere } = splitErrors(useDraftErrors(draft), names);
  const isEmpty = shown.length + elsewhere.length === 0;
  // All field errors are corrected, and there was no other error.
  const isOver = isEmpty && failure instanceof ApiProblem && failure.errors.length > 0;
  if (!failure || isOver) return null;
  return (
    <FormErrors
      errors={[
        ...shown.map(([place, detail]) => ({
          ids: [inputId(place), inputId(place.split('/')[0] ?? '')],
          label: placeLabel(place, fields, language),
          detail,
        })),
        ...elsewhere.map(([, detail]) => ({ ids: [], detail })),
      ]}
      otherwise={problem(failure)}
      attempt={failure}
    />
  );
};
