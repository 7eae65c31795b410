import { useCallback, useMemo, useRef, useState } from 'react';
import { ApiProblem, type FieldDescriptor, type ResourceDescriptor } from '@coulisse/mfe-kit';
import { useToast } from '@coulisse/ui-kit';
import {
  bodyValue,
  type ListRow,
  useInvalidateResource,
  useOperations,
  usePatchRow,
  useProblemText,
  useResourceText,
} from '@coulisse/resource-client';
import type { Place } from './grid-moves';

/** The failed save of a cell. */
export interface CellError extends Place {
  text: string;
  /** The typed value, kept so that it need not be typed again. */
  value: unknown;
  /** Another user saved first; the row now shows their values. */
  conflict: boolean;
}

const keyOf = ({ id, field }: Place): string => `${id}.${field}`;

/** The value shown until the server responds: labels of references, or the value as sent. */
const optimistic = (field: FieldDescriptor, draft: unknown): unknown =>
  field.type === 'ref' || field.type === 'refs' ? draft : bodyValue(field, draft);

export const isChanged = (field: FieldDescriptor, before: unknown, draft: unknown): boolean =>
  JSON.stringify(bodyValue(field, before)) !== JSON.stringify(bodyValue(field, draft));

/** Saves one cell with an optimistic update; rolls back when the server refuses, with the reason on the cell. */
export const useInlineEdit = (descriptor: ResourceDescriptor) => {
  const text = useResourceText();
  const toast = useToast();
  const problem = useProblemText();
  const operations = useOperations(descriptor);
  const patch = usePatchRow(descriptor);
  const stale = useInvalidateResource(descriptor);
  const [saving, setSaving] = useState<ReadonlySet<string>>(new Set());
  const [trouble, setTrouble] = useState<CellError | null>(null);
  // Saves of the same row are chained: each needs the version returned by the former one.
  const versions = useRef(new Map<string, Promise<number>>());

  const save = useCallback(
    async (row: ListRow, field: FieldDescriptor, draft: unknown, undone = false): Promise<void> => {
      const before = row[field.name];
      if (!isChanged(field, before, draft)) return;
      const place = { id: row.id, field: field.name };
      const mark = (busy: boolean) =>
        setSaving((all) => {
          const next = new Set(all);
          if (busy) next.add(keyOf(place));
          else next.delete(keyOf(place));
          return next;
        });
      mark(true);
      setTrouble(null);
      patch(row.id, { [field.name]: optimistic(field, draft) });
      try {
        const latestVersion = versions.current.get(row.id) ?? Promise.resolve(row.version);
        const writing = latestVersion.then((version) =>
          operations.update(row.id, Math.max(version, row.version), {
            [field.name]: bodyValue(field, draft),
          }),
        );
        versions.current.set(
          row.id,
          writing.then(
            ({ version }) => version,
            () => latestVersion,
          ),
        );
        const answer = await writing;
        patch(row.id, answer);
        void stale();
        if (undone) toast.good(text('list.undone'));
        else
          toast.good(text('record.saved'), {
            label: text('list.undo'),
            run: () => void save({ ...row, ...answer }, field, before, true),
          });
      } catch (failure) {
        const conflict = failure instanceof ApiProblem && failure.status === 412;
        const latest = conflict ? await operations.read(row.id).catch(() => null) : null;
        patch(row.id, latest ?? { [field.name]: before });
        setTrouble({
          ...place,
          value: draft,
          conflict,
          text: conflict ? text('list.conflict') : refusalOf(failure, field) || problem(failure),
        });
      } finally {
        mark(false);
      }
    },
    [operations, patch, problem, stale, text, toast],
  );

  return useMemo(
    () => ({
      save,
      trouble,
      forget: () => setTrouble(null),
      isSaving: (place: Place) => saving.has(keyOf(place)),
    }),
    [save, saving, trouble],
  );
};

/** The error message of this field, else all messages. */
const refusalOf = (failure: unknown, field: FieldDescriptor): string => {
  if (!(failure instanceof ApiProblem)) return '';
  const own = failure.errors.filter(
    ({ pointer }) => pointer.replace(/^#?\//, '').split('/')[0] === field.name,
  );
  return (own.length > 0 ? own : failure.errors).map(({ detail, code }) => detail || code).join(' ');
};

export type InlineEdit = ReturnType<typeof useInlineEdit>;
