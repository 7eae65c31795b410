import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import type { FieldDescriptor, ResourceRow } from '@coulisse/mfe-kit';
import { Field, type FieldControl, useLanguage } from '@coulisse/ui-kit';
import { isEmpty } from '@coulisse/resource-client';
import { EmptyValue, kindOf } from '@coulisse/resource-fields';
import { Example, ExampleState, ExampleStates } from '../app/example';
import { useGalleryText } from '../app/texts';

interface EditExampleProps {
  field: FieldDescriptor;
  initial: unknown;
  state: 'filled' | 'empty' | 'wrong' | 'disabled';
}

/** One control of a kind, with its label as a form has it. */
const EditExample = ({ field, initial, state }: EditExampleProps) => {
  const text = useGalleryText();
  const label = field.label[useLanguage()];
  const [value, setValue] = useState(initial);
  const { Edit, ownLabel } = kindOf(field);
  const id = `edit-${field.name}-${state}`;
  const error = state === 'wrong' ? text('fields.error') : undefined;
  const edit = (control: FieldControl) => (
    <Edit
      field={field}
      value={value}
      onChange={setValue}
      control={control}
      disabled={state === 'disabled'}
      errors={{}}
    />
  );
  if (!ownLabel)
    return (
      <Field id={id} label={label} required={field.required} mark="required" error={error}>
        {edit}
      </Field>
    );
  return (
    <div className="c-field">
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
    </div>
  );
};

/** Nothing to edit: the values are in other records. */
const isReadOnlyKind = ({ type }: FieldDescriptor): boolean => type === 'related';

export interface FieldExampleProps {
  field: FieldDescriptor;
  rows: readonly ResourceRow[];
}

/** A field kind: shown, shown empty, in a table cell, and edited in its states. */
export const FieldExample = ({ field, rows }: FieldExampleProps) => {
  const text = useGalleryText();
  const language = useLanguage();
  const { Show, wide } = kindOf(field);
  const value = rows.map((row) => row[field.name]).find((candidate) => !isEmpty(candidate));
  return (
    <Example
      title={`${field.label[language]} · ${field.type}`}
      code={`const { Show, Edit } = kindOf(field); // field.type === '${field.type}'`}
    >
      <ExampleStates wide={wide}>
        <ExampleState caption={text('fields.shown')}>
          <div>
            <Show field={field} value={value} />
          </div>
        </ExampleState>
        {!wide && (
          <ExampleState caption={text('fields.compact')}>
            <div className="g-cell">
              <Show field={field} value={value} compact />
            </div>
          </ExampleState>
        )}
        {!isReadOnlyKind(field) && (
          <>
            <ExampleState caption={text('fields.shown.empty')}>
              <div>
                <EmptyValue field={field} />
              </div>
            </ExampleState>
            <ExampleState caption={text('fields.edited')}>
              <EditExample field={field} initial={value} state="filled" />
            </ExampleState>
            <ExampleState caption={text('fields.edited.empty')}>
              <EditExample field={field} initial={null} state="empty" />
            </ExampleState>
            <ExampleState caption={text('fields.wrong')}>
              <EditExample field={field} initial={value} state="wrong" />
            </ExampleState>
            <ExampleState caption={text('fields.disabled')}>
              <EditExample field={field} initial={value} state="disabled" />
            </ExampleState>
          </>
        )}
      </ExampleStates>
    </Example>
  );
};
