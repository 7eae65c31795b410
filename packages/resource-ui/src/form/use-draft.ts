import { useCallback, useMemo, useState } from 'react';
import { ApiProblem, type FieldDescriptor } from '@coulisse/mfe-kit';
import { type FieldErrors, fieldErrors, withoutErrorsOf } from '../data/problem-fields';
import { changeBody, type Draft } from '../data/values';

/** What is being typed. A refusal never clears it. */
export const useDraft = (fields: readonly FieldDescriptor[], initial: Draft) => {
  const [start, setStart] = useState(initial);
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<unknown>(null);

  const set = useCallback((name: string, value: unknown) => {
    setValues((all) => ({ ...all, [name]: value }));
    setErrors((all) => withoutErrorsOf(all, name));
  }, []);
  const reset = useCallback((next: Draft) => {
    setStart(next);
    setValues(next);
    setErrors({});
    setFailure(null);
  }, []);
  const refuse = useCallback((problem: unknown) => {
    setFailure(problem);
    setErrors(problem instanceof ApiProblem ? fieldErrors(problem.errors) : {});
  }, []);
  const changes = useMemo(() => changeBody(fields, start, values), [fields, start, values]);

  return { values, set, reset, errors, failure, refuse, changes, dirty: Object.keys(changes).length > 0 };
};

export type DraftControl = ReturnType<typeof useDraft>;
