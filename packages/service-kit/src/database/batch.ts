import pg from 'pg';

/** Internals of the driver's `Query` that its types do not declare. */
interface DriverQuery {
  name: string | undefined;
  values: unknown[] | undefined;
  types: pg.CustomTypesConfig;
  queryMode: string;
  _result: RowShape & { _types: pg.CustomTypesConfig };
  _accumulateRows: boolean;
  submit(connection: Outgoing): Error | null;
  hasBeenParsed(connection: DriverConnection): unknown;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: DriverConnection): void;
  handleEmptyQuery(connection: DriverConnection): void;
  handleError(error: Error, connection: DriverConnection): void;
  handleReadyForQuery(connection: DriverConnection): void;
}
/** Messages to the server: each is encoded and handed to `_send`. */
interface DriverMessages {
  parse(query: unknown): void;
  bind(config: unknown): void;
  describe(target: unknown): void;
  execute(config: unknown): void;
  close(target: unknown): void;
  sync(): void;
  _send(message: Buffer): boolean;
}
/** What the driver derives from a row description, which the server sends once for a prepared statement. */
interface RowShape {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}
interface DriverConnection extends DriverMessages {
  on(event: 'parseComplete' | 'closeComplete', listener: () => void): void;
  off(event: 'parseComplete' | 'closeComplete', listener: () => void): void;
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
}

/** Row shapes of each connection's prepared statements, by statement name. */
const shapes = new WeakMap<DriverConnection, Map<string, RowShape>>();
function shapesOf(connection: DriverConnection): Map<string, RowShape> {
  const connectionShapes = shapes.get(connection) ?? new Map<string, RowShape>();
  shapes.set(connection, connectionShapes);
  return connectionShapes;
}
const nothing = () => undefined;

const encoding = pg.Connection.prototype as unknown as DriverMessages;

/**
 * What a query sees as its connection while its messages are collected. An object of one class for each connection, and
 * not one derived from the connection for each batch: code that meets objects of ever new shapes is never optimized.
 */
class Outgoing implements DriverMessages {
  /** Whether the rows of the next query were described before: the server need not do so again. */
  isDescribed = false;
  readonly stream = { cork: nothing, uncork: nothing };
  private messages: Buffer[] = [];

  constructor(private readonly connection: DriverConnection) {}

  get parsedStatements(): Record<string, string> {
    return this.connection.parsedStatements;
  }
  get submittedNamedStatements(): Record<string, string> {
    return this.connection.submittedNamedStatements;
  }

  parse(query: unknown): void {
    encoding.parse.call(this, query);
  }
  bind(config: unknown): void {
    encoding.bind.call(this, config);
  }
  describe(target: unknown): void {
    if (!this.isDescribed) encoding.describe.call(this, target);
  }
  execute(config: unknown): void {
    encoding.execute.call(this, config);
  }
  close(target: unknown): void {
    encoding.close.call(this, target);
  }
  /** A single one follows all queries. */
  sync(): void {}
  _send(message: Buffer): boolean {
    return this.messages.push(message) > 0;
  }

  /** Everything in one write: each write goes through the queue of the stream, and a batch has two or three a statement. */
  flush(): void {
    encoding.sync.call(this);
    this.connection._send(Buffer.concat(this.messages));
    this.messages = [];
  }
  clear(): void {
    this.messages = [];
  }
}
const outgoing = new WeakMap<DriverConnection, Outgoing>();
function outgoingOf(connection: DriverConnection): Outgoing {
  const made = outgoing.get(connection) ?? new Outgoing(connection);
  outgoing.set(connection, made);
  return made;
}

function shapeOf({ _result: { fields, _parsers, _prebuiltEmptyResultObject } }: DriverQuery): RowShape {
  return { fields, _parsers, _prebuiltEmptyResultObject };
}
function takeShape(query: DriverQuery, shape: RowShape): void {
  Object.assign(query._result, shape);
  query._accumulateRows = true;
}

export interface BatchQuery {
  /** The connection prepares the statement once under this name. */
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}
type Done = (error: Error | null, results: pg.QueryResult[]) => void;

/**
 * Several statements in one message and one response (`client.query(batch)`): the server runs them up to the first that
 * fails and reports once that it is ready. Outside a transaction they form one of their own.
 */
export class Batch implements pg.Submittable {
  /** Text that traces show: the last statement, for which the batch was sent. */
  readonly text: string;
  /** The name is required: instrumentation wraps it. */
  callback: (error: Error | null, result?: pg.QueryResult) => void;
  private readonly queries: DriverQuery[];
  private readonly results: pg.QueryResult[] = [];
  private done = 0;
  private failure: Error | null = null;
  private stopListening: () => void = nothing;
  private rowShapes = new Map<string, RowShape>();
  /** Statement that the server is asked to close: it does not when an earlier one of the batch fails. */
  private closing: string | undefined;

  constructor(
    readonly statements: readonly BatchQuery[],
    types: pg.CustomTypesConfig,
    done: Done,
  ) {
    this.text = statements.at(-1)?.text ?? '';
    this.callback = (error) => done(error, this.results);
    this.queries = statements.map(({ name, text, values }, index) => {
      const answer = (error: Error | undefined, result: pg.QueryResult) => {
        if (error) this.failure ??= error;
        else this.results[index] = result;
      };
      const query = new pg.Query(text, answer as never) as unknown as DriverQuery;
      // Not by a configuration: the driver copies one with all descriptors of its properties, 2 to 4 % of a service's time.
      Object.assign(query, { name, values, types, queryMode: 'extended' });
      query._result._types = types;
      return query;
    });
  }

  /** Each query writes its messages; a single `Sync` follows them all. */
  submit = (connection: pg.Connection): Error | null => {
    const real = connection as unknown as DriverConnection;
    const messages = outgoingOf(real);
    this.rowShapes = shapesOf(real);
    const parsing: BatchQuery[] = [];
    try {
      for (const [index, query] of this.queries.entries()) {
        const config = this.statements[index]!;
        const isNew = !query.hasBeenParsed(real);
        if (isNew) parsing.push(config);
        const shape = isNew ? undefined : this.rowShapes.get(config.name ?? '');
        if (shape) takeShape(query, shape);
        messages.isDescribed = shape !== undefined;
        const refused = query.submit(messages);
        if (refused) this.failure ??= refused;
        if (!this.failure) continue;
        // The driver could not encode a value and closed the statement: the following ones must not run.
        if (isNew) {
          parsing[parsing.length - 1] = { text: config.text };
          // Used twice in this batch, it is still being parsed for the first time.
          if (config.name !== undefined) delete real.submittedNamedStatements[config.name];
        }
        if (!refused) this.closing = config.name;
        break;
      }
      this.remember(real, parsing);
      messages.flush();
    } finally {
      messages.clear();
    }
    return null;
  };

  handleRowDescription(message: unknown): void {
    this.current?.handleRowDescription(message);
  }
  handleDataRow(message: unknown): void {
    this.current?.handleDataRow(message);
  }
  handleCommandComplete(message: unknown, connection: DriverConnection): void {
    const { current } = this;
    const { name } = this.statements[this.done] ?? {};
    if (current && name !== undefined && !this.rowShapes.has(name))
      this.rowShapes.set(name, shapeOf(current));
    current?.handleCommandComplete(message, connection);
    current?.handleReadyForQuery(connection);
    this.done += 1;
  }
  handleEmptyQuery(connection: DriverConnection): void {
    this.current?.handleReadyForQuery(connection);
    this.done += 1;
  }
  handleError(error: Error): void {
    this.stopListening();
    this.callback(this.failure ?? error);
  }
  handleReadyForQuery(): void {
    this.stopListening();
    if (this.failure) this.callback(this.failure);
    else this.callback(null, this.results.at(-1));
  }

  /** The server has no such statement any more: the next one of this name is parsed. */
  private forget(connection: DriverConnection, name: string): void {
    delete connection.submittedNamedStatements[name];
    delete connection.parsedStatements[name];
    this.rowShapes.delete(name);
  }

  private get current(): DriverQuery | undefined {
    return this.queries[this.done];
  }

  /**
   * Records which named statements the connection has prepared. The driver does so on `parseComplete` for its active
   * query, which here is the batch.
   */
  private remember(connection: DriverConnection, parsing: readonly BatchQuery[]): void {
    const { closing } = this;
    if (parsing.length === 0 && closing === undefined) return;
    const waiting = [...parsing];
    const parsed = () => {
      const { name, text } = waiting.shift() ?? {};
      if (name === undefined || text === undefined) return;
      connection.parsedStatements[name] = text;
      delete connection.submittedNamedStatements[name];
    };
    const closed = () => {
      if (closing !== undefined) this.forget(connection, closing);
    };
    connection.on('parseComplete', parsed);
    connection.on('closeComplete', closed);
    this.stopListening = () => {
      connection.off('parseComplete', parsed);
      connection.off('closeComplete', closed);
      for (const { name } of waiting)
        if (name !== undefined) delete connection.submittedNamedStatements[name];
    };
  }
}
