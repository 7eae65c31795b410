import type { FieldDescriptor, ResourceDescriptor, ResourceRow } from '@coulisse/mfe-kit';

export interface ActionState {
  name: string;
  allowed: boolean;
  blockers: { code: string; detail?: string; params?: Record<string, unknown> }[];
}

export interface RecordAnswer extends ResourceRow {
  version: number;
  updatedAt?: string;
  _actions?: ActionState[];
  /** Fields whose value is masked. */
  _masked?: string[];
  /** States that the record has been in, oldest first; only a read returns them. */
  _states?: { state: string; at: string }[];
  /** Operations that the caller may do to other records, and not to this one. */
  _denied?: string[];
}

/** True if the state of the record locks the field: the service refuses a change of it. */
export const isLockedIn = ({ editableIn }: FieldDescriptor, record: ResourceRow): boolean =>
  editableIn !== undefined && !editableIn.includes(String(record['state']));

const allowances = new WeakMap<RecordAnswer, { of: ResourceDescriptor; narrowed: ResourceDescriptor }>();

/**
 * The descriptor with what the caller may do to this record: a right may cover part of the records only, and fields that
 * its state locks are readonly.
 */
export function descriptorFor(descriptor: ResourceDescriptor, record: RecordAnswer): ResourceDescriptor {
  const denied = record._denied ?? [];
  const isLocked = (field: FieldDescriptor) => isLockedIn(field, record);
  if (denied.length === 0 && !descriptor.fields.some(isLocked)) return descriptor;
  const cached = allowances.get(record);
  if (cached?.of === descriptor) return cached.narrowed;
  const { may, fields } = descriptor;
  const narrowed: ResourceDescriptor = {
    ...descriptor,
    fields: fields.map((field) => (isLocked(field) ? { ...field, readonly: true } : field)),
    may: {
      ...may,
      update: may.update && !denied.includes('update'),
      delete: may.delete && !denied.includes('delete'),
    },
  };
  allowances.set(record, { of: descriptor, narrowed });
  return narrowed;
}

/** The answer to a write with the states that were read before: only a read returns them. */
export function withStates(answer: RecordAnswer, previous: RecordAnswer | undefined): RecordAnswer {
  if (answer._states || !previous?._states) return answer;
  const state = answer['state'];
  const isNew = typeof state === 'string' && previous._states.at(-1)?.state !== state;
  const at = answer.updatedAt ?? '';
  return { ...answer, _states: isNew ? [...previous._states, { state, at }] : previous._states };
}
