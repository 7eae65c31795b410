import { useId, useMemo, useState } from 'react';
import {
  ApiProblem,
  type FieldDescriptor,
  type ResourceDescriptor,
  type ResourceRow,
} from '@coulisse/mfe-kit';
import { Field, useLanguage } from '@coulisse/ui-kit';
import { bodyValue, startValue, useInputCheck, useProblemText } from '@coulisse/resource-client';
import { kindOf } from '../kinds';
import { offeredFields } from './row-choices';

type Values = Readonly<Record<string, unknown>>;

const NO_FIELDS: readonly FieldDescriptor[] = [];

/** The input of a transition as a request body: empty fields are left out. */
const bodyOf = (fields: readonly FieldDescriptor[], values: Values): Values =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = bodyValue(field, values[field.name]);
      return value === null || value === undefined ? [] : [[field.name, value]];
    }),
  );

/** The field of the input that an error of the service belongs to: `/input/<field>…`. */
const inputField = (pointer: string): string | null => /^\/input\/([^/]+)/.exec(pointer)?.[1] ?? null;

/**
 * The fields that a transition asks for. `read` returns their values, or null after it has shown what is wrong. `refuse`
 * shows what the service refused at its fields, and returns the rest as a message.
 */
export const useTransitionInput = (
  declared: readonly FieldDescriptor[] | undefined,
  /** None for several records: fields that name rows of one are left out. */
  of?: { descriptor: ResourceDescriptor; record: ResourceRow },
) => {
  const language = useLanguage();
  const fields = useMemo(
    () => offeredFields(declared ?? NO_FIELDS, of?.descriptor.fields ?? [], of?.record ?? null, language),
    [declared, of?.descriptor, of?.record, language],
  );
  const id = useId();
  const check = useInputCheck(fields, 'create');
  const problem = useProblemText(of?.descriptor);
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(fields.map((field) => [field.name, startValue(field) ?? null])),
  );
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const read = async (): Promise<Values | null> => {
    const body = bodyOf(fields, values);
    const problem = fields.length > 0 ? await check(body) : null;
    const wrong = (problem?.errors ?? []).map(({ pointer, detail, code }) => [
      pointer.split('/')[1] ?? '',
      detail ?? code,
    ]);
    setErrors(Object.fromEntries(wrong) as Record<string, string>);
    return wrong.length > 0 ? null : body;
  };
  const refuse = (failure: unknown): string | null => {
    const refused = failure instanceof ApiProblem ? failure.errors : [];
    const named = refused.map(({ pointer, detail, code }) => ({
      name: fields.find(({ name }) => name === inputField(pointer))?.name,
      detail: detail || code,
    }));
    setErrors(Object.fromEntries(named.flatMap(({ name, detail }) => (name ? [[name, detail]] : []))));
    const rest = named.flatMap(({ name, detail }) => (name ? [] : [detail]));
    if (named.length === 0) return problem(failure);
    return rest.length > 0 ? rest.join(' ') : null;
  };
  const element = fields.map((field) => {
    const { Edit } = kindOf(field);
    return (
      <Field
        key={field.name}
        id={`${id}-${field.name}`}
        label={field.label[language]}
        help={field.help?.[language]}
        required={field.required}
        error={errors[field.name]}
      >
        {(control) => (
          <Edit
            field={field}
            value={values[field.name]}
            onChange={(value) => {
              setValues((current) => ({ ...current, [field.name]: value }));
              setErrors(({ [field.name]: _fixed, ...others }) => others);
            }}
            control={control}
            errors={{}}
          />
        )}
      </Field>
    );
  });
  return { element, read, refuse };
};
