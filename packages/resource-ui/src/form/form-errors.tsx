import { type ReactNode, useEffect, useRef } from 'react';
import { Notice } from '@coulisse/ui-kit';
import { useResourceText } from '@coulisse/resource-client';

export interface FormError {
  /** Ids of its control, the nearest first; empty for an error of no field. */
  ids: readonly string[];
  label?: string;
  detail: string;
}
interface FormErrorsProps {
  errors: readonly FormError[];
  /** What is said instead when the failure belongs to no field; undefined without one. */
  otherwise?: ReactNode;
  /** Changes with each attempt to save: the summary takes the focus again. */
  attempt: unknown;
}

/** All errors at the top, each with a link to its field. Takes the focus when it appears. */
export const FormErrors = ({ errors, otherwise, attempt }: FormErrorsProps) => {
  const text = useResourceText();
  const summary = useRef<HTMLDivElement>(null);
  const isShown = errors.length > 0 || Boolean(otherwise);
  useEffect(() => {
    if (isShown) summary.current?.focus();
  }, [isShown, attempt]);
  if (!isShown) return null;
  return (
    <div ref={summary} tabIndex={-1} className="r-errors" data-testid="error-summary">
      <Notice tone="bad">
        <b>{errors.length > 0 ? text('form.errors', { count: errors.length }) : otherwise}</b>
        {errors.length > 0 && (
          <ul>
            {errors.map(({ ids, label, detail }) => (
              <li key={ids[0] ?? detail}>
                {label && (
                  <>
                    <a href={`#${ids[0]}`} onClick={(event) => jump(event, ids)}>
                      {label}
                    </a>
                    {' — '}
                  </>
                )}
                {detail}
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  );
};

const jump = (event: { preventDefault: () => void }, ids: readonly string[]) => {
  event.preventDefault();
  const control = ids.map((id) => document.getElementById(id)).find((element) => element !== null);
  control?.focus();
  control?.scrollIntoView({ block: 'center' });
};
