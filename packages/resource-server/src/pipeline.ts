import { OperationSteps } from './operation-steps';
import type { RawQuery } from './list-query';
import { archiveRecord } from './operations/archive';
import { createRecord } from './operations/create';
import { deleteRecord } from './operations/delete';
import { duplicateRecord } from './operations/duplicate';
import { listRecords } from './operations/list';
import { orderRecord } from './operations/order';
import { readRecord } from './operations/read';
import { revealField } from './operations/reveal';
import { transitionRecord, type TransitionOptions } from './operations/transition';
import { updateRecord } from './operations/update';
import type { Resources } from './record-operations';
import { OpenResources } from './resources';
import type { Call, Presented } from './types';

/**
 * The operations on records, for every caller:
 * authorise → tenant → parse → derive → rules → lifecycle → transaction { write + history + outbox } → present.
 */
export class Pipeline extends OperationSteps {
  readonly resources: Resources = new OpenResources(this);

  list(call: Call, query: RawQuery) {
    return listRecords(this, call, query);
  }
  read(call: Call, id: string): Promise<Presented> {
    return readRecord(this, call, id);
  }
  create(call: Call, body: unknown): Promise<Presented> {
    return createRecord(this, call, body);
  }
  /** `version` is the one that the caller read; null updates any version. */
  update(call: Call, id: string, version: number | null, body: unknown): Promise<Presented> {
    return updateRecord(this, call, id, version, body);
  }
  delete(call: Call, id: string, version: number | null): Promise<void> {
    return deleteRecord(this, call, id, version);
  }
  transition(
    call: Call,
    id: string,
    name: string,
    version: number | null,
    options: TransitionOptions = {},
  ): Promise<Presented> {
    return transitionRecord(this, call, id, name, version, options);
  }
  /** Creates a record with the values of another one; `overrides` replace copied values. */
  duplicate(call: Call, id: string, overrides: unknown): Promise<Presented> {
    return duplicateRecord(this, call, id, overrides);
  }
  /** Archives or restores a record. */
  archive(call: Call, id: string, archived: boolean, version: number | null): Promise<Presented> {
    return archiveRecord(this, call, id, archived, version);
  }
  /** Moves a record before another one, or to the end. */
  order(call: Call, id: string, before: string | null): Promise<Presented> {
    return orderRecord(this, call, id, before);
  }
  /** The value of a sensitive field; the access is recorded in the history. */
  reveal(call: Call, id: string, field: string): Promise<{ value: unknown }> {
    return revealField(this, call, id, field);
  }
}
