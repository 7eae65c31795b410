import { CircleAlert } from 'lucide-react';
import { memo, useState } from 'react';
import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { Field, type FieldControl, useLanguage } from '@coulisse/ui-kit';
import { inputId, useResourceText } from '@coulisse/resource-client';
import { type DraftControl, useDraftField } from '@coulisse/resource-client/form';
import { kindOf } from '@coulisse/resource-fields';
import { SecretInput } from './secret-input';

interface FieldInputProps {
  field: FieldDescriptor;
  draft: DraftControl;
}

/** One field of a form. Typing in it renders no other field. */
export const FieldInput = memo(function FieldInput({ field, draft }: FieldInputProps) {
  const text = useResourceText();
  const language = useLanguage();
  const [left, setLeft] = useState(false);
  const { Edit, ownLabel, check } = kindOf(field);
  const id = inputId(field.name);
  const { value, errors, isUntouchedSecret } = useDraftField(draft, field.name);
  const edit = (control: FieldControl) =>
    draft.isMasked(field.name) ? (
      <SecretInput
        field={field}
        draft={draft}
        value={value}
        errors={errors}
        untouched={isUntouchedSecret}
        control={control}
      />
    ) : (
      <Edit
        field={field}
        value={value}
        onChange={(next) => draft.set(field.name, next)}
        control={control}
        disabled={field.readonly}
        errors={errors}
      />
    );
  const wrong = check?.(value, left);
  const error = errors[field.name] ?? (wrong ? text(wrong) : undefined);
  const content = ownLabel ? (
    <div className="c-field">
      {field.type === 'children' && <span className="c-hidden">{field.label[language]}</span>}
      {edit({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error ? `${id}-error` : undefined,
      })}
      {error && (
        <span className="c-error" id={`${id}-error`}>
          <CircleAlert className="c-icon" aria-hidden />
          <span>{error}</span>
        </span>
      )}
      {field.help && <span className="c-help">{field.help[language]}</span>}
    </div>
  ) : (
    <Field
      id={id}
      label={field.label[language]}
      help={field.help?.[language]}
      required={field.required}
      mark="required"
      error={error}
    >
      {edit}
    </Field>
  );
  return (
    <div className="r-field" onFocus={() => setLeft(false)} onBlur={() => setLeft(true)}>
      {content}
    </div>
  );
});
