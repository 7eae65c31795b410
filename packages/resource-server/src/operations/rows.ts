import {
  behaviourOf,
  isShown,
  isWritable,
  MOST_ROWS,
  rowsOf,
  wholeRight,
  type ChildRow,
  type FieldSpec,
  type ResourceDefinition,
} from '@coulisse/resource';
import { may } from '@coulisse/service-kit/actor';
import { Problem } from '@coulisse/service-kit/problem';
import type { OperationSteps } from '../operation-steps';
import { parseRow } from '../parse';
import { blockedBy } from '../present';
import type { Call, Presented, Row } from '../types';
import { presentOutcome } from './run-operation';
import { applyUpdate } from './update';

/** The children fields of a resource whose rows callers may change one by one. */
export const editableRows = (resource: ResourceDefinition): [field: string, spec: FieldSpec][] =>
  Object.entries(resource.fields).flatMap(([field, { spec }]): [string, FieldSpec][] =>
    spec.kind === 'children' && isWritable(resource, field) && isShown(resource, field)
      ? [[field, spec]]
      : [],
  );

/** A change of the rows of one field of a record. */
export interface RowChange {
  readonly call: Call;
  readonly id: string;
  readonly field: string;
  /** The version of the record that the caller read; null changes any version. */
  readonly version: number | null;
}

function specOf({ call: { resource }, field }: RowChange): FieldSpec {
  const found = editableRows(resource).find(([name]) => name === field);
  if (!found) throw new Problem('http.404');
  return found[1];
}
function placeOf(rows: readonly ChildRow[], id: string): number {
  const index = rows.findIndex((row) => row.id === id.toLowerCase());
  if (index < 0) throw new Problem('http.404');
  return index;
}
const unknownPlace = () =>
  new Problem('validation.failed', { errors: [{ pointer: '/before', code: 'validation.choice' }] });

/**
 * Changes the rows of a locked record, as a change of the whole record would: same rules, derivations, history, event
 * and command. `next` returns the new rows; those that stay need no more than their id.
 */
async function changeRows(
  steps: OperationSteps,
  change: RowChange,
  body: unknown,
  next: (rows: readonly ChildRow[], spec: FieldSpec) => readonly Row[],
): Promise<Presented> {
  const { call, id, field, version } = change;
  steps.authorise(call, 'update');
  const spec = specOf(change);
  if (body !== undefined) await steps.prepare(call, { [field]: [body] });
  return steps.inTransaction(call, id, async (tx) => {
    const before = await steps.lock(tx, call, id, version);
    const rows = rowsOf((before.record as unknown as Row)[field]);
    const outcome = await applyUpdate(steps, tx, call, before, { [field]: next(rows, spec) });
    return presentOutcome(steps, tx, call, outcome);
  });
}

/** Adds a row at the end. */
export const addRow = (steps: OperationSteps, change: RowChange, body: unknown): Promise<Presented> =>
  changeRows(steps, change, body, (rows, spec) => {
    if (rows.length >= MOST_ROWS)
      throw new Problem('validation.failed', {
        errors: [
          {
            pointer: `/${change.field}`,
            code: 'validation.choice-count',
            params: { min: 0, max: MOST_ROWS },
          },
        ],
      });
    return [...rows, parseRow(spec, 'create', body, `/${change.field}/${rows.length}`)];
  });

export const updateRow = (
  steps: OperationSteps,
  change: RowChange,
  row: string,
  body: unknown,
): Promise<Presented> =>
  changeRows(steps, change, body, (rows, spec) => {
    const place = placeOf(rows, row);
    const values = parseRow(spec, 'update', body, `/${change.field}/${place}`);
    return rows.map((stored, index) => (index === place ? { ...stored, ...values } : stored));
  });

export const deleteRow = (steps: OperationSteps, change: RowChange, row: string): Promise<Presented> =>
  changeRows(steps, change, undefined, (rows) => {
    const place = placeOf(rows, row);
    return rows.filter((_stored, index) => index !== place);
  });

/** Moves a row before another one, or to the end. */
export const moveRow = (
  steps: OperationSteps,
  change: RowChange,
  row: string,
  before: string | null,
): Promise<Presented> =>
  changeRows(steps, change, undefined, (rows) => {
    const moved = rows[placeOf(rows, row)]!;
    const others = rows.filter((other) => other !== moved);
    const place = before === null ? others.length : others.findIndex(({ id }) => id === before.toLowerCase());
    if (place < 0) throw unknownPlace();
    return [...others.slice(0, place), moved, ...others.slice(place)];
  });

/** Moves a row to another state. */
export async function transitionRow(
  steps: OperationSteps,
  change: RowChange,
  row: string,
  name: string,
): Promise<Presented> {
  const { call, id, field, version } = change;
  const { resource } = call;
  const spec = specOf(change);
  const transitions = behaviourOf(spec).lifecycle?.transitions;
  const transition = transitions && Object.hasOwn(transitions, name) ? transitions[name] : undefined;
  if (!transition) throw new Problem('transition.impossible');
  const right = wholeRight(resource, transition.right);
  if (!may(call.actor, right)) throw new Problem('security.insufficient-privilege');
  return steps.inTransaction(call, id, async (tx) => {
    const before = await steps.lock(tx, call, id, version, right);
    const rows = rowsOf((before.record as unknown as Row)[field]);
    const place = placeOf(rows, row);
    const current = rows[place]!;
    if (!transition.from.includes(String(current.state))) throw new Problem('transition.impossible');
    const blockers = (transition.needs ?? []).flatMap((rule) => {
      const blocker = rule(current, before.record);
      return blocker ? [{ ...blocker, pointer: `/${field}/${place}${blocker.pointer ?? ''}` }] : [];
    });
    if (blockers.length) throw blockedBy(blockers);
    const moved = rows.map((stored, index) =>
      index === place ? { ...stored, state: transition.to } : stored,
    );
    // States of rows change after the rows themselves are locked: an order is delivered when it can no longer be edited.
    const outcome = await applyUpdate(steps, tx, call, before, {}, { [field]: moved });
    return presentOutcome(steps, tx, call, outcome);
  });
}
