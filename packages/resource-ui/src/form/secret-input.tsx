import { LockKeyhole } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { Button, type FieldControl } from '@coulisse/ui-kit';
import { type FieldErrors, useResourceText } from '@coulisse/resource-client';
import { type DraftControl } from '@coulisse/resource-client/form';
import { kindOf } from '@coulisse/resource-fields';

interface SecretInputProps {
  field: FieldDescriptor;
  draft: DraftControl;
  value: unknown;
  errors: FieldErrors;
  untouched: boolean;
  control: FieldControl;
}

/** A masked value that can be replaced or removed, but is not shown. */
export const SecretInput = ({ field, draft, value, errors, untouched, control }: SecretInputProps) => {
  const text = useResourceText();
  const { Edit } = kindOf(field);
  const focusRequested = useRef(false);
  useEffect(() => {
    // The pressed button was replaced by the input, which takes the focus.
    if (focusRequested.current && !untouched) document.getElementById(control.id)?.focus();
    focusRequested.current = false;
  }, [untouched, control.id]);
  if (untouched)
    return (
      <span className="r-secret">
        <span className="r-dots" aria-label={text('record.masked')}>
          <LockKeyhole className="c-icon" aria-hidden />
          {'•'.repeat(8)}
        </span>
        <Button
          id={control.id}
          aria-describedby={control['aria-describedby']}
          size="small"
          onClick={() => {
            focusRequested.current = true;
            draft.set(field.name, '');
          }}
        >
          {text('field.secret.replace')}
        </Button>
        {!field.required && (
          <Button size="small" kind="danger" onClick={() => draft.set(field.name, null)}>
            {text('field.secret.clear')}
          </Button>
        )}
      </span>
    );
  return (
    <span className="r-secret">
      <span className="r-secret-input">
        {value === null ? (
          <span className="c-soft">{text('field.secret.cleared')}</span>
        ) : (
          <Edit
            field={field}
            value={value}
            onChange={(next) => draft.set(field.name, next ?? '')}
            control={control}
            errors={errors}
          />
        )}
      </span>
      <Button size="small" kind="quiet" onClick={() => draft.untouch(field.name)}>
        {text('field.secret.keep')}
      </Button>
    </span>
  );
};
