import { useCallback, useMemo, useState } from 'react';
import { ApiProblem, type FieldDescriptor } from '@coulisse/mfe-kit';
import { type FieldErrors, fieldErrors, withoutErrorsOf } from '../values/problem-fields';
import { bodyValue, changeBody, type Draft } from '../values/values';

const NONE: ReadonlySet<string> = new Set();
const NOTHING_MASKED: readonly string[] = [];

/** The values of a form. Errors never clear them. `masked`: fields with a masked value. */
export const useDraft = (
  fields: readonly FieldDescriptor[],
  initial: Draft,
  masked: readonly string[] = NOTHING_MASKED,
) => {
  const [start, setStart] = useState(initial);
  const [values, setValues] = useState(initial);
  const [touched, setTouched] = useState<ReadonlySet<string>>(NONE);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<unknown>(null);

  const set = useCallback((name: string, value: unknown) => {
    setValues((all) => ({ ...all, [name]: value }));
    setTouched((all) => (all.has(name) ? all : new Set(all).add(name)));
    setErrors((all) => withoutErrorsOf(all, name));
  }, []);
  /** Resets a field to the server's value. */
  const untouch = useCallback(
    (name: string) => {
      setValues((all) => ({ ...all, [name]: start[name] }));
      setTouched((all) => new Set([...all].filter((other) => other !== name)));
    },
    [start],
  );
  const reset = useCallback((next: Draft) => {
    setStart(next);
    setValues(next);
    setTouched(NONE);
    setErrors({});
    setFailure(null);
  }, []);
  /** Applies a stored draft over the server's values. */
  const restore = useCallback((typed: Draft) => setValues((all) => ({ ...all, ...typed })), []);
  const refuse = useCallback((problem: unknown) => {
    setFailure(problem);
    setErrors(problem instanceof ApiProblem ? fieldErrors(problem.errors) : {});
  }, []);
  const changes = useMemo(() => {
    // A masked value reads as empty: null removes it and is a change, '' (typing has begun) is not.
    const unseen = fields.filter(
      ({ name }) => masked.includes(name) && touched.has(name) && values[name] !== '',
    );
    return {
      ...changeBody(fields, start, values),
      ...Object.fromEntries(unseen.map((field) => [field.name, bodyValue(field, values[field.name])])),
    };
  }, [fields, masked, start, touched, values]);

  return {
    values,
    start,
    set,
    untouch,
    isUntouchedSecret: (name: string) => masked.includes(name) && !touched.has(name),
    isMasked: (name: string) => masked.includes(name),
    reset,
    restore,
    errors,
    failure,
    refuse,
    changes,
    dirty: Object.keys(changes).length > 0,
  };
};

export type DraftControl = ReturnType<typeof useDraft>;
