import type { FieldDescriptor } from '@coulisse/mfe-kit';
import { Field, useLanguage } from '@coulisse/ui-kit';
import { inputId } from '../data/problem-fields';
import { kindOf } from '../fields';
import type { DraftControl } from './use-draft';

/** One field of a form or of a section that is being edited. */
export const FieldInput = ({ field, draft }: { field: FieldDescriptor; draft: DraftControl }) => {
  const language = useLanguage();
  const { Edit, ownLabel } = kindOf(field);
  const id = inputId(field.name);
  const edit = (control: Parameters<Parameters<typeof Field>[0]['children']>[0]) => (
    <Edit
      field={field}
      value={draft.values[field.name]}
      onChange={(value) => draft.set(field.name, value)}
      control={control}
      disabled={field.readonly}
      errors={draft.errors}
    />
  );
  const error = draft.errors[field.name];
  if (ownLabel)
    return (
      <div className="c-field">
        {edit({
          id,
          'aria-invalid': error ? true : undefined,
          'aria-describedby': error ? `${id}-error` : undefined,
        })}
        {error && (
          <span className="c-error" id={`${id}-error`}>
            {error}
          </span>
        )}
        {field.help && <span className="c-help">{field.help[language]}</span>}
      </div>
    );
  return (
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
};
