import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiProblem, type FieldDescriptor, type ResourceDescriptor } from '@coulisse/mfe-kit';
import {
  changeBody,
  fieldErrors,
  type FieldErrors,
  isLockedIn,
  type RecordAnswer,
  useOperations,
  useProblemText,
  withStates,
} from '@coulisse/resource-client';
import type { LinesValue } from '@coulisse/resource-lines';
import { changedValues, editedWithLines, isShownByEditor, linesValue } from './document-fields';

const NO_ERRORS: FieldErrors = {};

const unlocked = ({ readonly: _locked, ...field }: FieldDescriptor): FieldDescriptor => field;

const messageOf = (
  failure: Error,
  field: FieldDescriptor,
  errors: FieldErrors,
  problem: (failure: Error) => string,
): string | null => {
  const places = Object.entries(errors);
  if (places.length === 0) return problem(failure);
  const elsewhere = places.filter(([place]) => !isShownByEditor(field, place)).map(([, detail]) => detail);
  return elsewhere.length > 0 ? elsewhere.join(' ') : null;
};

/** The editing of a document's lines on its page: one change of the record holds lines, groups and discount. */
export const useDocumentLines = (
  descriptor: ResourceDescriptor,
  record: RecordAnswer,
  field: FieldDescriptor,
) => {
  const operations = useOperations(descriptor);
  const client = useQueryClient();
  const problem = useProblemText();
  const [edited, setEdited] = useState<{ value: LinesValue; seen: RecordAnswer } | null>(null);
  // A save by shortcut reads the value that was stored in the same event.
  const latest = useRef(edited);
  const [conflict, setConflict] = useState(false);
  const edit = (next: typeof edited) => {
    latest.current = next;
    setEdited(next);
    setConflict(false);
  };
  const mine = () => (latest.current ? changedValues(field, latest.current.value) : {});
  // Lines that are locked while they are edited stay typed: the service decides.
  const fields = editedWithLines(descriptor.fields).map((each) =>
    isLockedIn(each, record) ? unlocked(each) : each,
  );
  const changesFrom = (seen: RecordAnswer) => changeBody(fields, seen, { ...seen, ...mine() });
  const take = (answer: RecordAnswer) => {
    client.setQueryData<RecordAnswer>(['record', descriptor.name, record.id], (before) =>
      withStates(answer, before),
    );
    for (const kind of ['list', 'history'])
      void client.invalidateQueries({ queryKey: [kind, descriptor.name] });
    edit(null);
  };
  const save = useMutation({
    mutationFn: (seen: RecordAnswer) => operations.update(seen.id, seen.version, changesFrom(seen)),
    onSuccess: take,
    onError: (failure) => setConflict(failure instanceof ApiProblem && failure.status === 412),
  });
  const failure = save.error;
  const errors = failure instanceof ApiProblem ? fieldErrors(failure.errors) : NO_ERRORS;
  const saveFrom = (seen: RecordAnswer) => {
    if (save.isPending) return;
    if (Object.keys(changesFrom(seen)).length === 0) edit(null);
    else save.mutate(seen);
  };
  return {
    value: edited?.value ?? linesValue(field, record),
    isEditing: edited !== null,
    isDirty: edited !== null && Object.keys(changesFrom(edited.seen)).length > 0,
    isSaving: save.isPending,
    errors,
    /** What was refused at no place that the editor shows, such as lines that are locked meanwhile. */
    message: failure && !conflict ? messageOf(failure, field, errors, problem) : null,
    open: () => {
      save.reset();
      edit({ value: linesValue(field, record), seen: record });
    },
    change: (value: LinesValue) => {
      if (!latest.current) return;
      if (failure) save.reset();
      edit({ ...latest.current, value });
    },
    cancel: () => edit(null),
    save: () => latest.current && saveFrom(latest.current.seen),
    conflict: conflict && edited ? { seen: edited.seen, mine: mine() } : null,
    closeConflict: () => setConflict(false),
    takeTheirs: take,
    writeMine: (theirs: RecordAnswer) => {
      if (!latest.current) return;
      edit({ ...latest.current, seen: theirs });
      saveFrom(theirs);
    },
  };
};
