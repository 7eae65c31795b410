import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useUiText } from './use-ui-text';

export interface FieldControl {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
  /** Of a control that the label of the field does not name: the second of several. */
  'aria-label'?: string;
}

export interface FieldProps {
  label: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  /** Which fields are marked: the rarer kind. */
  mark?: 'optional' | 'required';
  /** Set when something else (the summary of errors) links to the control. */
  id?: string;
  /** Shows the label to screen readers only, where the position makes it clear (a cell under a column title). */
  hideLabel?: boolean;
  children: (control: FieldControl) => ReactNode;
}

/** Label above, help and error under the field; the control gets the ARIA attributes that link them. */
export const Field = ({
  label,
  help,
  error,
  required,
  mark = 'optional',
  id,
  hideLabel,
  children,
}: FieldProps) => {
  const text = useUiText();
  const made = useId();
  const control = id ?? made;
  const helpId = help ? `${control}-help` : undefined;
  const errorId = error ? `${control}-error` : undefined;
  return (
    <div className="c-field">
      <label htmlFor={control} className={hideLabel ? 'c-hidden' : undefined}>
        {label}
        {mark === 'optional' && !required && !hideLabel && (
          <span className="c-optional"> ({text('optional')})</span>
        )}
        {mark === 'required' && required && !hideLabel && (
          <span className="c-required" aria-hidden title={text('required')}>
            {' *'}
          </span>
        )}
      </label>
      {children({
        id: control,
        'aria-describedby': [errorId, helpId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required ? true : undefined,
      })}
      {error && (
        <span className="c-error" id={errorId}>
          <CircleAlert className="c-icon" aria-hidden />
          <span>{error}</span>
        </span>
      )}
      {help && (
        <span className="c-help" id={helpId}>
          {help}
        </span>
      )}
    </div>
  );
};
