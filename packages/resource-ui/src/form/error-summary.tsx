import { useEffect, useRef } from 'react';
import { ApiProblem, type FieldDescriptor } from '@coulisse/mfe-kit';
import { Notice, useLanguage } from '@coulisse/ui-kit';
import { inputId, splitErrors, useProblemText, useResourceText } from '@coulisse/resource-client';
import { type DraftControl, useDraftErrors } from '@coulisse/resource-client/form';
import { placeLabel } from './place-label';

interface ErrorSummaryProps {
  fields: readonly FieldDescriptor[];
  draft: DraftControl;
}

/** All errors at the top, each with a link to its field. Takes the focus when it appears. */
export const ErrorSummary = ({ fields, draft }: ErrorSummaryProps) => {
  const text = useResourceText();
  const language = useLanguage();
  const problem = useProblemText();
  const ref = useRef<HTMLDivElement>(null);
  const { failure } = draft;
  const errors = useDraftErrors(draft);
  const names = fields.map((field) => field.name);
  const { shown, elsewhere } = splitErrors(errors, names);
  const count = shown.length + elsewhere.length;
  // All field errors are corrected, and there was no other error.
  const isOver = count === 0 && failure instanceof ApiProblem && failure.errors.length > 0;
  const isShown = Boolean(failure) && !isOver;
  useEffect(() => {
    if (failure && isShown) ref.current?.focus();
  }, [failure, isShown]);
  if (!isShown) return null;
  return (
    <div ref={ref} tabIndex={-1} className="r-errors" data-testid="error-summary">
      <Notice tone="bad">
        <b>{count > 0 ? text('form.errors', { count }) : problem(failure)}</b>
        {count > 0 && (
          <ul>
            {shown.map(([place, detail]) => (
              <li key={place}>
                <a href={`#${inputId(place)}`} onClick={(event) => jump(event, place)}>
                  {placeLabel(place, fields, language)}
                </a>{' '}
                — {detail}
              </li>
            ))}
            {elsewhere.map(([place, detail]) => (
              <li key={place}>{detail}</li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  );
};

const jump = (event: { preventDefault: () => void }, place: string) => {
  event.preventDefault();
  const control =
    document.getElementById(inputId(place)) ?? document.getElementById(inputId(place.split('/')[0] ?? ''));
  control?.focus();
  control?.scrollIntoView({ block: 'center' });
};
