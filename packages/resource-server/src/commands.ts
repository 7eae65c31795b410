import type {
  AnyRecord,
  InputOf,
  RecordOf,
  RecordValuesOf,
  ResourceDefinition,
  TransitionOf,
} from '@coulisse/resource';
import type { Actor } from '@coulisse/service-kit/actor';
import type { Tx } from '@coulisse/service-kit/database';
import type { ServiceContext } from '@coulisse/service-kit/service';
import type { Resources } from './record-operations';

declare const written: unique symbol;
/** A record as `proceed` wrote it. */
export type Written<Rec> = Rec & { readonly [written]: true };
export type WrittenRecord = Written<AnyRecord>;
/** Runs the default operation; `values` are added, and may include fields that callers cannot write. */
export type Proceed = (values?: Record<string, unknown>) => Promise<WrittenRecord>;

/**
 * The result of a command. What `proceed` returned is served as it was written. For anything else the record with this
 * `id` is read again: a command that changes its row after `proceed`, or without it, returns `{ id }`. Additional
 * properties are added to the response.
 */
export interface CommandResult {
  readonly id: string;
}

type RecordOperation = 'create' | 'update' | 'delete' | 'archive' | 'restore';
export type CommandOperation<R> = RecordOperation | TransitionOf<R>;

interface CommonContext<R> {
  readonly id: string;
  readonly tx: Tx;
  readonly ctx: ServiceContext;
  readonly actor: Actor;
  /** Operations on the other records of the service, in the same transaction. */
  readonly resources: Resources;
  readonly proceed: (values?: Partial<RecordValuesOf<R>>) => Promise<Written<RecordOf<R>>>;
}
type OperationContext<R, O> = O extends 'create'
  ? { readonly values: RecordValuesOf<R> }
  : O extends 'update'
    ? { readonly record: RecordOf<R>; readonly changes: Partial<RecordValuesOf<R>> }
    : O extends 'delete' | 'archive' | 'restore'
      ? { readonly record: RecordOf<R> }
      : O extends TransitionOf<R>
        ? {
            readonly record: RecordOf<R>;
            readonly input: InputOf<R, O>;
            /** Names of the warnings that the caller has confirmed. */
            readonly confirmed: readonly string[];
          }
        : never;
/** What a command receives. Rights, tenant and values are already checked. */
export type CommandContext<R, O extends CommandOperation<R>> = CommonContext<R> & OperationContext<R, O>;

/** What an operation adds to the context of its command. */
export interface CommandDetails {
  readonly id: string;
  readonly record?: AnyRecord;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly changes?: Readonly<Record<string, unknown>>;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly confirmed?: readonly string[];
}
/** Replaces operations of a resource; a variant uses the commands of its base, unless it has its own. */
export interface Command {
  readonly resource: string;
  readonly operations: readonly string[];
  readonly run: (
    context: CommandDetails & {
      tx: Tx;
      ctx: ServiceContext;
      actor: Actor;
      resources: Resources;
      proceed: Proceed;
    },
  ) => Promise<CommandResult>;
}

/**
 * Replaces or wraps operations of a resource; `proceed` runs the default one:
 * `defineCommand(tiers, 'update', ({ record, changes, proceed }) => proceed({ … }))`.
 */
export function defineCommand<R extends ResourceDefinition, const O extends CommandOperation<R>>(
  { name, lifecycle }: R,
  operation: O | readonly O[],
  run: (context: CommandContext<R, O>) => Promise<CommandResult>,
): Command {
  const operations: readonly string[] = typeof operation === 'string' ? [operation] : operation;
  const transitions = Object.keys(lifecycle?.transitions ?? {});
  const unknownOperation = operations.find(
    (each) => !['create', 'update', 'delete', 'archive', 'restore', ...transitions].includes(each),
  );
  if (unknownOperation !== undefined) throw new Error(`${name} has no operation ${unknownOperation}`);
  // The context was type-checked with the resource; the pipeline calls commands with erased types.
  return { resource: name, operations, run: run as unknown as Command['run'] };
}

/** Commands by `resource operation`. */
export function commandsByOperation(commands: readonly Command[]): ReadonlyMap<string, Command> {
  const byOperation = new Map<string, Command>();
  for (const command of commands)
    for (const operation of command.operations) {
      const key = `${command.resource} ${operation}`;
      if (byOperation.has(key)) throw new Error(`two commands replace ${operation} of ${command.resource}`);
      byOperation.set(key, command);
    }
  return byOperation;
}
