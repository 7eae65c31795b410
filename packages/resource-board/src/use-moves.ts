import { useState } from 'react';
import { ApiProblem, type FieldDescriptor, type ResourceDescriptor } from '@coulisse/mfe-kit';
import { useLanguage, useToast } from '@coulisse/ui-kit';
import {
  type ListRow,
  refusalReasons,
  type Step,
  stepsOf,
  useInvalidateResource,
  useOperations,
  useProblemText,
  useResourceText,
} from '@coulisse/resource-client';
import { columnOf, moveOf } from './moves';

/** A card being moved: shown in its new column until the server responds. */
export interface Moving {
  row: ListRow;
  to: string | null;
}

/** A card whose move was refused, and why. */
export interface Returned {
  id: string;
  reason: string;
}

/** A move that needs a decision by the user: the transition, or a confirmation. */
export interface Pending extends Moving {
  steps: Step[];
  at: { x: number; y: number };
}

/** Moves cards to other columns, by a transition or by an update of the field. */
export const useMoves = (descriptor: ResourceDescriptor, field: FieldDescriptor) => {
  const text = useResourceText();
  const language = useLanguage();
  const toast = useToast();
  const problem = useProblemText(descriptor);
  const operations = useOperations(descriptor);
  const stale = useInvalidateResource(descriptor);
  const [moving, setMoving] = useState<ReadonlyMap<string, Moving>>(new Map());
  const [returned, setReturned] = useState<Returned | null>(null);
  const [choosing, setChoosing] = useState<Pending | null>(null);
  const [confirming, setConfirming] = useState<(Moving & { step: Step }) | null>(null);

  const carry = async (row: ListRow, to: string | null, work: () => Promise<unknown>, undo?: () => void) => {
    setReturned(null);
    setMoving((all) => new Map(all).set(row.id, { row, to }));
    try {
      await work();
      await stale();
      if (undo) toast.good(text('record.saved'), { label: text('list.undo'), run: undo });
    } catch (failure) {
      if (failure instanceof ApiProblem && [409, 412].includes(failure.status)) void stale();
      setReturned({ id: row.id, reason: refusalReasons(failure) || problem(failure) });
    } finally {
      setMoving((all) => new Map([...all].filter(([id]) => id !== row.id)));
    }
  };
  const take = (row: ListRow, to: string | null, step: Step) => {
    setChoosing(null);
    if (step.asks) setConfirming({ row, to, step });
    else void carry(row, to, () => operations.transition(row.id, row.version, step.name));
  };
  const write = (row: ListRow, value: string | null, undone = false): Promise<void> => {
    const before = columnOf(row, field);
    let version = row.version;
    return carry(
      row,
      value,
      async () => {
        version = (await operations.update(row.id, row.version, { [field.name]: value })).version;
      },
      undone ? undefined : () => void write({ ...row, version, [field.name]: value }, before, true),
    );
  };

  return {
    moving,
    returned,
    forget: () => setReturned(null),
    choosing,
    stopChoosing: () => setChoosing(null),
    confirming,
    /** A dialog with an input stays open when it is refused, and shows why: what was typed is not lost. */
    confirm: async (
      comment: string,
      confirmed: readonly string[],
      input: Readonly<Record<string, unknown>> = {},
    ) => {
      if (!confirming) return;
      const { row, to, step } = confirming;
      const move = () => operations.transition(row.id, row.version, step.name, comment, confirmed, input);
      if (step.input?.length) {
        await move();
        setConfirming(null);
        return void stale();
      }
      setConfirming(null);
      void carry(row, to, move);
    },
    stopConfirming: () => setConfirming(null),
    take,
    /** `at`: position of the menu, when several transitions are possible. */
    move: (row: ListRow, to: string | null, at: { x: number; y: number }) => {
      const move = moveOf(descriptor, field, row, to);
      if (move.kind === 'none') return;
      if (move.kind === 'refused') return setReturned({ id: row.id, reason: text(move.reason) });
      if (move.kind === 'update') return void write(row, move.value);
      const names = move.steps.map(({ name }) => name);
      const steps = stepsOf(descriptor, row, language).filter(({ name }) => names.includes(name));
      const [only, ...others] = steps;
      if (only && others.length === 0) take(row, to, only);
      else setChoosing({ row, to, steps, at });
    },
  };
};

export type MovesControl = ReturnType<typeof useMoves>;
