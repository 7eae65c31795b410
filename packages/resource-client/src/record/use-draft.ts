import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { type Resolver, useController, useForm, useFormState, useWatch } from 'react-hook-form';
import { ApiProblem, type FieldDescriptor } from '@coulisse/mfe-kit';
import { fieldErrors, type FieldErrors } from '../values/problem-fields';
import { bodyValue, changeBody, type Draft } from '../values/values';
import { errorsByPlace, formErrors } from './form-errors';

const NOTHING_MASKED: readonly string[] = [];
const NO_ERRORS: FieldErrors = {};

interface DraftOptions {
  fields: readonly FieldDescriptor[];
  initial: Draft;
  /** Fields with a masked value. */
  masked?: readonly string[];
  /** The problem with values that must not be sent; null when they are sent. Default: nothing is checked. */
  check?: (values: Draft, changes: Draft) => Promise<ApiProblem | null>;
}

/** Why the last save failed. */
interface Refusal {
  failure: unknown;
  errors: ReturnType<typeof formErrors>;
}

/** Each field has a value, so that none is left when the form is emptied. */
const withEachField = (fields: readonly FieldDescriptor[], values: Draft): Draft => ({
  ...Object.fromEntries(fields.map(({ name }) => [name, null])),
  ...values,
});

/**
 * The values of a form. Errors never clear them. A change renders the field that shows it, not the form: whoever needs
 * other values asks for them by one of the hooks below.
 */
export const useDraft = ({ fields, initial, masked = NOTHING_MASKED, check }: DraftOptions) => {
  const [first] = useState(() => withEachField(fields, initial));
  // Not a state: what is derived from the values is computed as soon as they are reset, before the next render.
  const start = useRef(first);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const found = useRef<ApiProblem | null>(null);
  const busy = useRef(false);

  const resolver: Resolver<Draft> = async (values) => {
    found.current = (await check?.(values, changesOf(values))) ?? null;
    return found.current
      ? { values: {}, errors: formErrors(fieldErrors(found.current.errors)) }
      : { values, errors: {} };
  };
  const form = useForm<Draft>({
    defaultValues: first,
    resolver,
    errors: refusal?.errors,
    // An error disappears when its field is edited, and comes back with the next save only.
    reValidateMode: 'onSubmit',
    // The summary of errors takes the focus.
    shouldFocusError: false,
  });

  const changesOf = useCallback(
    (values: Draft): Record<string, unknown> => {
      // A masked value reads as empty: null removes it and is a change, '' (typing has begun) is not.
      const unseen = fields.filter(
        ({ name }) => masked.includes(name) && form.getFieldState(name).isTouched && values[name] !== '',
      );
      return {
        ...changeBody(fields, start.current, values),
        ...Object.fromEntries(unseen.map((field) => [field.name, bodyValue(field, values[field.name])])),
      };
    },
    [fields, masked, form],
  );
  const refuse = useCallback((failure: unknown) => {
    const errors = failure instanceof ApiProblem ? fieldErrors(failure.errors) : NO_ERRORS;
    setRefusal({ failure, errors: formErrors(errors) });
  }, []);
  /** Calls `listener` after each change, without rendering anything. */
  const onChange = useCallback(
    (listener: () => void) =>
      form.subscribe({ formState: { values: true, touchedFields: true }, callback: listener }),
    [form],
  );
  const failure = refusal?.failure ?? null;

  return useMemo(
    () => ({
      control: form.control,
      /** The values from which changes are counted. */
      start: () => start.current,
      /** The current values. Reading them does not follow their changes. */
      values: (): Draft => form.getValues(),
      /** Body of a change, from the current values. */
      changes: () => changesOf(form.getValues()),
      changesOf,
      set: (name: string, value: unknown) => {
        form.setValue(name, value, { shouldTouch: true });
        if (form.getFieldState(name).error) form.clearErrors(name);
      },
      /** Resets a field to the server's value. */
      untouch: (name: string) => form.resetField(name),
      reset: (next: Draft) => {
        const values = withEachField(fields, next);
        start.current = values;
        setRefusal(null);
        form.reset(values);
      },
      /** Applies a stored draft over the server's values. */
      restore: (typed: Draft) => {
        for (const [name, value] of Object.entries(typed)) form.setValue(name, value);
      },
      isDirty: () => Object.keys(changesOf(form.getValues())).length > 0,
      onChange,
      isMasked: (name: string) => masked.includes(name),
      failure,
      refuse,
      /** Validates, then calls `send`; otherwise shows the errors. Ignored while a former call still validates. */
      submit: async (send: () => void): Promise<void> => {
        if (busy.current) return;
        busy.current = true;
        try {
          await form.handleSubmit(send, () => refuse(found.current))();
        } finally {
          busy.current = false;
        }
      },
    }),
    [form, fields, masked, failure, refuse, changesOf, onChange],
  );
};

export type DraftControl = ReturnType<typeof useDraft>;

/** One field of a draft. Renders when its value or its errors change. */
export const useDraftField = ({ control, isMasked }: DraftControl, name: string) => {
  const { field, fieldState } = useController({ control, name });
  return {
    value: field.value,
    errors: fieldState.error ? errorsByPlace({ [name]: fieldState.error }) : NO_ERRORS,
    isUntouchedSecret: isMasked(name) && !fieldState.isTouched,
  };
};

/** What is derived from all values. Renders when the result changes, which must be plain data. */
export const useDraftValues = <T = Draft>({ control }: DraftControl, derive: (values: Draft) => T): T =>
  useWatch({ control, compute: derive });

/** True when a save would change something. Renders when that changes. */
export const useDraftDirty = ({ onChange, isDirty }: DraftControl): boolean =>
  useSyncExternalStore(onChange, isDirty);

/** The errors of all fields. */
export const useDraftErrors = ({ control }: DraftControl): FieldErrors =>
  errorsByPlace(useFormState({ control }).errors);
