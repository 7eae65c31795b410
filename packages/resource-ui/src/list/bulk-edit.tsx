import { useId } from 'react';
import { type ResolverResult, useForm, useFormState, useWatch } from 'react-hook-form';
import { isRestricted, type FieldDescriptor, type ResourceDescriptor } from '@coulisse/mfe-kit';
import { Button, Check, Dialog, Field, Select, useLanguage, useUiText } from '@coulisse/ui-kit';
import { bodyValue, isEmpty, useInputCheck, useResourceText } from '@coulisse/resource-client';
import { kindOf } from '@coulisse/resource-fields';

/** Kinds without bulk editing: one value for all records makes no sense for them. */
const OF_EACH = new Set(['children', 'related', 'json', 'richText', 'file', 'image']);

export const bulkFields = (descriptor: ResourceDescriptor): FieldDescriptor[] =>
  descriptor.fields.filter(
    (field) => !field.readonly && !field.unique && !isRestricted(field) && !OF_EACH.has(field.type),
  );

interface BulkValues {
  /** Name of the field; empty until one is chosen. */
  name: string;
  value: unknown;
  clear: boolean;
}
const NOTHING: BulkValues = { name: '', value: null, clear: false };

interface BulkEditProps {
  descriptor: ResourceDescriptor;
  /** Number of records, formatted. */
  count: string;
  onApply: (values: Record<string, unknown>) => void;
  onClose: () => void;
}

/** Dialog to set one field to one value in all selected records. */
export const BulkEdit = ({ descriptor, count, onApply, onClose }: BulkEditProps) => {
  const text = useResourceText();
  const uiText = useUiText();
  const language = useLanguage();
  const id = useId();
  const fields = [...bulkFields(descriptor)].sort((a, b) =>
    a.label[language].localeCompare(b.label[language], language),
  );
  const check = useInputCheck(descriptor.fields, 'update');
  const bodyOf = ({ name, value, clear }: BulkValues): Record<string, unknown> => {
    const field = fields.find((candidate) => candidate.name === name);
    return field ? { [name]: clear ? null : bodyValue(field, value) } : {};
  };
  const resolver = async (values: BulkValues): Promise<ResolverResult<BulkValues>> => {
    const [wrong] = (await check(bodyOf(values)))?.errors ?? [];
    if (wrong) return { values: {}, errors: { value: { type: wrong.code, message: wrong.detail } } };
    return { values, errors: {} };
  };
  const { control, register, handleSubmit, setValue, clearErrors } = useForm<BulkValues>({
    defaultValues: NOTHING,
    reValidateMode: 'onSubmit',
    resolver,
  });
  const { name, value, clear } = useWatch({ control }) as BulkValues;
  const { errors } = useFormState({ control });
  const field = fields.find((candidate) => candidate.name === name);
  const ready = field !== undefined && (clear || !isEmpty(bodyValue(field, value)));
  const submit = handleSubmit((values) => {
    if (ready) onApply(bodyOf(values));
  });
  const Edit = field && kindOf(field).Edit;
  return (
    <Dialog title={text('list.bulk.edit.title', { shown: count })} onClose={onClose} bare>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <div className="c-dialog-body r-bulk-edit">
          <Field label={text('list.bulk.field')} required>
            {(control) => (
              <Select
                {...control}
                autoFocus
                empty={text('list.bulk.choose')}
                options={fields.map((option) => ({ value: option.name, label: option.label[language] }))}
                data-testid="bulk-field"
                {...register('name', {
                  onChange: () => {
                    setValue('value', NOTHING.value);
                    setValue('clear', NOTHING.clear);
                    clearErrors('value');
                  },
                })}
              />
            )}
          </Field>
          {field && Edit && !clear && (
            <Field
              key={field.name}
              id={`${id}-value`}
              label={text('list.bulk.value')}
              required
              error={errors.value?.message}
            >
              {(fieldControl) => (
                <Edit
                  field={field}
                  value={value}
                  onChange={(next) => {
                    setValue('value', next);
                    clearErrors('value');
                  }}
                  control={fieldControl}
                  errors={{}}
                />
              )}
            </Field>
          )}
          {field && !field.required && field.type !== 'bool' && (
            <Check
              label={text('list.bulk.clear')}
              {...register('clear', { onChange: () => clearErrors('value') })}
            />
          )}
        </div>
        <footer>
          <Button onClick={onClose}>{uiText('action.cancel')}</Button>
          <Button kind="main" type="submit" disabled={!ready} data-testid="bulk-apply">
            {text('list.bulk.apply', { shown: count })}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
};
