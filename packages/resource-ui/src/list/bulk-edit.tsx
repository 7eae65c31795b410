import { type FormEvent, useId, useState } from 'react';
import type { FieldDescriptor, ResourceDescriptor } from '@coulisse/mfe-kit';
import { Button, Check, Dialog, Field, Select, useLanguage, useUiText } from '@coulisse/ui-kit';
import { bodyValue, isEmpty, useResourceText } from '@coulisse/resource-client';
import { kindOf } from '@coulisse/resource-fields';

/** Kinds without bulk editing: one value for all records makes no sense for them. */
const OF_EACH = new Set(['children', 'related', 'json', 'richText', 'file', 'image']);

export const bulkFields = (descriptor: ResourceDescriptor): FieldDescriptor[] =>
  descriptor.fields.filter(
    (field) => !field.readonly && !field.unique && !field.sensitive && !OF_EACH.has(field.type),
  );

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
  const [name, setName] = useState('');
  const [value, setValue] = useState<unknown>(null);
  const [clear, setClear] = useState(false);
  const field = fields.find((candidate) => candidate.name === name);
  const body = field ? bodyValue(field, value) : null;
  const ready = field !== undefined && (clear || !isEmpty(body));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (field && ready) onApply({ [field.name]: clear ? null : body });
  };
  const Edit = field && kindOf(field).Edit;
  return (
    <Dialog title={text('list.bulk.edit.title', { shown: count })} onClose={onClose} bare>
      <form onSubmit={submit} noValidate>
        <div className="c-dialog-body r-bulk-edit">
          <Field label={text('list.bulk.field')} required>
            {(control) => (
              <Select
                {...control}
                autoFocus
                empty={text('list.bulk.choose')}
                options={fields.map((option) => ({ value: option.name, label: option.label[language] }))}
                value={name}
                data-testid="bulk-field"
                onChange={(event) => {
                  setName(event.target.value);
                  setValue(null);
                  setClear(false);
                }}
              />
            )}
          </Field>
          {field && Edit && !clear && (
            <Field key={field.name} id={`${id}-value`} label={text('list.bulk.value')} required>
              {(control) => (
                <Edit field={field} value={value} onChange={setValue} control={control} errors={{}} />
              )}
            </Field>
          )}
          {field && !field.required && field.type !== 'bool' && (
            <Check
              label={text('list.bulk.clear')}
              checked={clear}
              onChange={(event) => setClear(event.target.checked)}
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
