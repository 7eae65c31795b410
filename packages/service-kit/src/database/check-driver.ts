import pg from 'pg';

/** The parts of the driver whose internals the batch uses. */
interface Driver {
  Query: unknown;
  Connection: unknown;
}
type Constructor = new (...args: unknown[]) => Record<string, unknown>;

const QUERY_METHODS = [
  'submit',
  'hasBeenParsed',
  'handleRowDescription',
  'handleDataRow',
  'handleCommandComplete',
  'handleEmptyQuery',
  'handleError',
  'handleReadyForQuery',
];
const CONNECTION_METHODS = ['parse', 'bind', 'describe', 'execute', 'close', 'sync', '_send', 'on', 'off'];
const STATEMENT_TABLES = ['parsedStatements', 'submittedNamedStatements'];
const ROW_SHAPE = ['fields', '_parsers', '_prebuiltEmptyResultObject'];
const COLUMN = { name: 'id', dataTypeID: 25, format: 'text' };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The internals that `Batch` needs and this driver lacks, by name. */
export function missingInternals(driver: Driver): string[] {
  const query = new (driver.Query as Constructor)({ text: '', queryMode: 'extended' }, () => undefined);
  const connection = new (driver.Connection as Constructor)({ stream: {} });
  const methods = [
    ...QUERY_METHODS.filter((name) => typeof query[name] !== 'function').map((name) => `Query.${name}`),
    ...CONNECTION_METHODS.filter((name) => typeof connection[name] !== 'function').map(
      (name) => `Connection.${name}`,
    ),
    ...STATEMENT_TABLES.filter((name) => !isObject(connection[name])).map((name) => `Connection.${name}`),
  ];
  if (methods.includes('Query.handleRowDescription')) return methods;
  // A prepared statement is described once; later results reuse what the driver derived from that description.
  (query.handleRowDescription as (message: unknown) => void)({ fields: [COLUMN] });
  const result = isObject(query._result) ? query._result : {};
  return [
    ...methods,
    ...ROW_SHAPE.filter((name) => !isObject(result[name])).map((name) => `Query._result.${name}`),
    ...(query._accumulateRows ? [] : ['Query._accumulateRows']),
  ];
}

/** Throws when the installed driver lacks an internal that `Batch` uses: it would fail later, under load. */
export function checkDriver(): void {
  const missing = missingInternals(pg);
  if (missing.length > 0)
    throw new Error(`this version of pg cannot send batches: ${missing.join(', ')} is missing`);
}
