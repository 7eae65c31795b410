import { useState } from 'react';
import { ApiProblem, type FieldDescriptor, type ResourceDescriptor } from '@coulisse/mfe-kit';
import { useLanguage, useToast } from '@coulisse/ui-kit';
import type { ListRow } from '../data/list-queries';
import { useOperations, useStale } from '../data/operations';
import { useResourceText } from '../locales';
import { useProblemText } from '../problem-text';
import { type Step, stepsOf } from '../record/steps';
import { columnOf, moveOf } from './moves';

/** A card between two columns: shown where it goes until the server has said yes or no. */
export interface Moving {
  row: ListRow;
  to: string | null;
}

/** A card that came back, and why. */
export interface Returned {
  id: string;
  reason: string;
}

/** A move that somebody must decide about: which step, or whether at all. */
export interface Pending extends Moving {
  steps: Step[];
  at: { x: number; y: number };
}

/** Brings cards to other columns, by a step of their lifecycle or by writing a field. */
export const useMoves = (descriptor: ResourceDescriptor, field: FieldDescriptor) => {
  const text = useResourceText();
  const language = useLanguage();
  const toast = useToast();
  const problem = useProblemText();
  const operations = useOperations(descriptor);
  const stale = useStale(descriptor);
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
      if (failure instanceof ApiProblem && failure.status === 412) void stale();
      setReturned({ id: row.id, reason: reasonOf(failure) || problem(failure) });
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
    confirm: (comment: string, confirmed: readonly string[]) => {
      if (!confirming) return;
      const { row, to, step } = confirming;
      setConfirming(null);
      void carry(row, to, () => operations.transition(row.id, row.version, step.name, comment, confirmed));
    },
    stopConfirming: () => setConfirming(null),
    take,
    /** `at`: where to ask, when several steps lead there. */
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

/** What a guard says, in its own words. */
const reasonOf = (failure: unknown): string =>
  failure instanceof ApiProblem ? failure.errors.map(({ detail, code }) => detail || code).join(' ') : '';
