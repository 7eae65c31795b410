import pg from 'pg';
import { type ValueKind } from './row-type';
import { type Parsers } from './statements';

export interface Column {
  readonly name: string;
  readonly kind: ValueKind;
}
/** What the server says of a statement that it parsed and did not run. */
export interface Description {
  readonly parameterCount: number;
  readonly columns: readonly Column[];
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}
interface Described {
  readonly parameterCount: number;
  readonly fields: readonly Field[];
}

/** Parse and Describe of the extended protocol, without Bind and Execute. */
class DescribeQuery implements pg.Submittable {
  private parameterCount = 0;
  private fields: readonly Field[] = [];

  constructor(
    private readonly text: string,
    private readonly done: (error: Error | null, described: Described) => void,
  ) {}

  submit = (connection: pg.Connection): void => {
    connection.once('parameterDescription', (message: { parameterCount: number }) => {
      this.parameterCount = message.parameterCount;
    });
    connection.parse({ name: '', text: this.text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  };

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.fields = fields;
  }
  handleError(error: Error): void {
    this.finish(error);
  }
  handleReadyForQuery(): void {
    this.finish(null);
  }

  private finish(error: Error | null): void {
    this.done(error, { parameterCount: this.parameterCount, fields: this.fields });
  }
}

interface ServerType {
  readonly oid: number;
  readonly name: string;
  readonly element: string | null;
}
const TYPES = `SELECT t.oid::int AS oid, t.typname::text AS name, e.typname::text AS element
  FROM pg_type t LEFT JOIN pg_type e ON e.oid = t.typelem AND t.typcategory = 'A'`;

/** A value of each type as the server writes it; types that are not listed are text. */
const SAMPLES: Readonly<Record<string, string>> = {
  bool: 't',
  int2: '1',
  int4: '1',
  int8: '1',
  float4: '1.5',
  float8: '1.5',
  numeric: '1.50',
  date: '2026-01-31',
  timestamp: '2026-01-31 12:00:00',
  timestamptz: '2026-01-31 12:00:00+00',
  interval: '01:00:00',
  bytea: String.raw`\x00`,
};
const JSON_TYPES = new Set(['json', 'jsonb']);

function kindOf(value: unknown): ValueKind {
  if (Array.isArray(value)) return `${kindOf(value[0])}[]`;
  if (value instanceof Date) return 'Date';
  if (Buffer.isBuffer(value)) return 'bytes';
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return typeof value as 'string' | 'number' | 'boolean';
  return 'object';
}

/** Describes statements for a database, with the types that the pool's parsers make of the columns. */
export class StatementDescriber {
  private types = new Map<number, ServerType>();

  private constructor(
    private readonly client: pg.PoolClient,
    private readonly parsers: Readonly<Record<Parsers, pg.CustomTypesConfig>>,
  ) {}

  static async connect(pool: pg.Pool): Promise<StatementDescriber> {
    const { types } = pool.options;
    if (!types) throw new Error('the pool has no type parsers of its own');
    const describer = new StatementDescriber(await pool.connect(), { pool: types, driver: pg.types });
    const { rows } = await describer.client.query<ServerType>(TYPES);
    describer.types = new Map(rows.map((type) => [type.oid, type]));
    return describer;
  }

  release(): void {
    this.client.release();
  }

  async describe({ text, parsers }: { text: string; parsers: Parsers }): Promise<Description> {
    const { parameterCount, fields } = await new Promise<Described>((resolve, reject) => {
      this.client.query(
        new DescribeQuery(text, (error, described) => (error ? reject(error) : resolve(described))),
      );
    });
    const columns = fields.map(({ name, dataTypeID }) => ({
      name,
      kind: this.kindOfType(dataTypeID, this.parsers[parsers]),
    }));
    return { parameterCount, columns };
  }

  /** Reads a sample of the type as a column of a result is read. */
  private kindOfType(oid: number, { getTypeParser }: pg.CustomTypesConfig): ValueKind {
    const type = this.types.get(oid);
    if (!type) throw new Error(`unknown type ${oid}`);
    if (JSON_TYPES.has(type.name)) return 'any';
    const sample = SAMPLES[type.element ?? type.name] ?? 'text';
    const read = getTypeParser(oid, 'text') as (text: string) => unknown;
    return kindOf(read(type.element ? `{"${sample.replace('\\', '\\\\')}"}` : sample));
  }
}
