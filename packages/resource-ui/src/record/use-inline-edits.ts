import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  ApiProblem,
  type FieldDescriptor,
  onLoginRedirect,
  type ResourceDescriptor,
  useApi,
} from '@coulisse/mfe-kit';
import {
  bodyValue,
  changeBody,
  draftKey,
  dropDraft,
  fieldErrors,
  type FieldErrors,
  inputId,
  readDraft,
  type RecordAnswer,
  storeDraft,
  useProblemText,
  withStates,
} from '@coulisse/resource-client';
import { kindOf } from '@coulisse/resource-fields';
import { buttonId, type Step, stepFrom } from './inline-order';

/** One value being edited inline. */
export interface InlineEdit {
  value: unknown;
  /** The record when the editing began. */
  seen: RecordAnswer;
  errors: FieldErrors;
  /** An error that does not belong to this field. */
  message: string | null;
  /** The user tried to save: an incomplete value is now an error. */
  left: boolean;
}

type Edits = Readonly<Record<string, InlineEdit>>;
type Values = Readonly<Record<string, unknown>>;

const without = <T>(all: Readonly<Record<string, T>>, ...names: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)));

const SAVED_FOR = 2_500;

const inlineDraftKey = (descriptor: ResourceDescriptor, id: string): string =>
  `${draftKey(descriptor.name, id)}#inline`;

/** The edits stored when the session ended, opened again. */
const resumedEdits = (descriptor: ResourceDescriptor, record: RecordAnswer): Edits => {
  const storedDraft = readDraft(inlineDraftKey(descriptor, record.id));
  return Object.fromEntries(
    Object.entries(storedDraft?.values ?? {}).map(([name, value]): [string, InlineEdit] => [
      name,
      { value, seen: record, errors: {}, message: null, left: true },
    ]),
  );
};

/**
 * Inline editing with optimistic updates: when the server refuses, the editor opens again with the typed value. Several
 * editors may be open; saves are sent one after the other, each with the version returned by the former one.
 */
export const useInlineEdits = (
  descriptor: ResourceDescriptor,
  record: RecordAnswer,
  /** Tab order of the fields, as on the page. */
  order: readonly FieldDescriptor[],
) => {
  const api = useApi();
  const client = useQueryClient();
  const problem = useProblemText();
  const [edits, setEdits] = useState<Edits>(() => resumedEdits(descriptor, record));
  const [pending, setPending] = useState<Values>({});
  const [saved, setSaved] = useState<readonly string[]>([]);
  const [conflict, setConflict] = useState<{ seen: RecordAnswer; mine: Values } | null>(null);
  const focus = useRef<string | null>(null);
  useEffect(() => {
    const element = focus.current && document.getElementById(focus.current);
    if (!element) return;
    focus.current = null;
    element.focus();
    // The text is selected: typing replaces it, an arrow key moves into it, as in a spreadsheet.
    if (element instanceof HTMLInputElement) element.select();
  });

  const typed = {
    ...pending,
    ...Object.fromEntries(Object.entries(edits).map(([name, edit]) => [name, edit.value])),
  };
  const latest = useRef(typed);
  useEffect(() => {
    latest.current = typed;
  });
  useEffect(
    () =>
      // The session ended while editing: the editors are opened again after the login.
      onLoginRedirect(() => {
        if (Object.keys(latest.current).length > 0)
          storeDraft(inlineDraftKey(descriptor, record.id), descriptor.fields, latest.current, {
            resume: true,
          });
      }),
    [descriptor, record.id],
  );
  // The stored draft is restored only once.
  useEffect(() => dropDraft(inlineDraftKey(descriptor, record.id)), [descriptor, record.id]);

  const key = ['record', descriptor.name, record.id];
  const take = (answer: RecordAnswer) => {
    client.setQueryData<RecordAnswer>(key, (before) => withStates(answer, before));
    for (const kind of ['list', 'history'])
      void client.invalidateQueries({ queryKey: [kind, descriptor.name] });
  };
  const reopen = (name: string, value: unknown, seen: RecordAnswer, part: Partial<InlineEdit> = {}) => {
    // The focus stays where the user has moved it meanwhile.
    const active = document.activeElement;
    if (active === document.body || active?.id === buttonId(name)) focus.current = inputId(name);
    setEdits((all) => ({
      ...all,
      [name]: all[name] ?? { value, seen, errors: {}, message: null, left: true, ...part },
    }));
  };

  const save = useMutation({
    // Sequential: each save needs the version returned by the former one.
    scope: { id: `save ${descriptor.name} ${record.id}` },
    mutationFn: ({ body, version }: { body: Values; typed: Values; seen: RecordAnswer; version?: number }) =>
      api.patch<RecordAnswer>(`${descriptor.path}/${record.id}`, body, {
        ifMatch: version ?? client.getQueryData<RecordAnswer>(key)?.version ?? record.version,
      }),
    onSuccess: (answer, { typed }) => {
      take(answer);
      const names = Object.keys(typed);
      setPending((all) => without(all, ...names));
      setSaved((all) => [...all, ...names]);
      setTimeout(() => setSaved((all) => all.filter((name) => !names.includes(name))), SAVED_FOR);
    },
    onError: (failure, { typed, seen }) => {
      setPending((all) => without(all, ...Object.keys(typed)));
      const stale = failure instanceof ApiProblem && failure.status === 412;
      if (stale) setConflict((now) => ({ seen: now?.seen ?? seen, mine: { ...now?.mine, ...typed } }));
      const errors = failure instanceof ApiProblem ? fieldErrors(failure.errors) : {};
      for (const [name, value] of Object.entries(typed)) {
        const elsewhere = Object.entries(errors)
          .filter(([place]) => place.split('/')[0] !== name)
          .map(([, detail]) => detail);
        const own = Object.keys(errors).length > elsewhere.length;
        const message = elsewhere.length > 0 ? elsewhere.join(' ') : own || stale ? null : problem(failure);
        reopen(name, value, seen, { errors, message });
      }
    },
  });

  const fieldNamed = (name: string) => descriptor.fields.find((field) => field.name === name);
  const close = (name: string) => setEdits((all) => without(all, name));
  const open = useCallback(
    (name: string) => {
      focus.current = inputId(name);
      setEdits((all) => {
        if (all[name]) return all;
        const value = pending[name] ?? record[name];
        return { ...all, [name]: { value, seen: record, errors: {}, message: null, left: false } };
      });
    },
    [pending, record],
  );

  /** Closes the editor and saves a changed value. `false`: the value is invalid, the editor stays open. */
  const commit = (name: string, step: Step): boolean => {
    const [edit, field] = [edits[name], fieldNamed(name)];
    if (!edit || !field) return true;
    const body = changeBody([field], edit.seen, { [name]: edit.value });
    const changed = Object.keys(body).length > 0;
    if (changed && kindOf(field).check?.(edit.value, true)) {
      setEdits((all) => ({ ...all, [name]: { ...edit, left: true } }));
      return false;
    }
    const next = stepFrom(order, name, step);
    if (next) open(next);
    else if (step !== 'leave') focus.current = buttonId(name);
    close(name);
    if (!changed) return true;
    // A newer version was loaded while editing, and this value differs in it.
    if (
      JSON.stringify(bodyValue(field, edit.seen[name])) !== JSON.stringify(bodyValue(field, record[name]))
    ) {
      setConflict({ seen: edit.seen, mine: { [name]: edit.value } });
      reopen(name, edit.value, edit.seen);
      return true;
    }
    setPending((all) => ({ ...all, [name]: edit.value }));
    save.mutate({ body, typed: { [name]: edit.value }, seen: edit.seen });
    return true;
  };

  const isChanged = (name: string): boolean => {
    const [edit, field] = [edits[name], fieldNamed(name)];
    if (!edit || !field) return false;
    return Object.keys(changeBody([field], edit.seen, { [name]: edit.value })).length > 0;
  };

  return {
    edits,
    isChanged,
    /** The record with the values being saved. */
    shown: { ...record, ...pending },
    isSaving: (name: string) => name in pending,
    isSaved: (name: string) => saved.includes(name),
    dirty: Object.keys(edits).some(isChanged),
    open,
    change: (name: string, value: unknown) =>
      setEdits((all) => {
        const edit = all[name];
        return edit ? { ...all, [name]: { ...edit, value, errors: {}, message: null, left: false } } : all;
      }),
    cancel: (name: string) => {
      focus.current = buttonId(name);
      close(name);
    },
    commit,
    commitAll: () => Object.keys(edits).forEach((name) => commit(name, 'stay')),
    conflict,
    keepTyping: () => setConflict(null),
    takeTheirs: (latest: RecordAnswer) => {
      setEdits((all) => without(all, ...Object.keys(conflict?.mine ?? {})));
      setConflict(null);
      take(latest);
    },
    writeMine: (latest: RecordAnswer) => {
      const mine = conflict?.mine ?? {};
      const fields = descriptor.fields.filter((field) => field.name in mine);
      setConflict(null);
      setEdits((all) => without(all, ...Object.keys(mine)));
      take(latest);
      const body = changeBody(fields, latest, { ...latest, ...mine });
      if (Object.keys(body).length === 0) return;
      setPending((all) => ({ ...all, ...mine }));
      save.mutate({ body, typed: mine, seen: latest, version: latest.version });
    },
  };
};

export type InlineEdits = ReturnType<typeof useInlineEdits>;
