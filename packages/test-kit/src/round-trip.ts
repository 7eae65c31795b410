import { featuresOf, isListable, isRedacted, isWritable, type ResourceDefinition } from '@coulisse/resource';
import { eventually } from './eventually';
import { baseOf, type Answer, type Body, type Caller, type ResourceHarness } from './resource-harness';

interface Upload {
  id: string;
  columns: { index: number; field: string | null }[];
}
interface Job {
  id: string;
  state: string;
  finishedAt: string | null;
  result: unknown;
}
export interface ImportSummary {
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
}

/** Fields that an export shows and an import accepts. Secrets are never exported; a file does not fit into a table. */
export const exchangedFields = (resource: ResourceDefinition): string[] =>
  Object.entries(resource.fields)
    .filter(
      ([name, { spec }]) => isWritable(resource, name) && (spec.kind === 'children' || isListable(spec)),
    )
    .filter(([, { spec }]) => !isRedacted(spec) && spec.kind !== 'file' && spec.kind !== 'image')
    .map(([name]) => name);

/** The values of a record that an exported file contains; rows of children without their read-only fields. */
export function exchanged(resource: ResourceDefinition, record: Body): Body {
  const entries = exchangedFields(resource).map((name) => {
    const { spec } = resource.fields[name]!;
    if (spec.kind !== 'children') return [name, record[name]];
    const own = Object.entries(spec.fields ?? {})
      .filter(([, field]) => !field.spec.readonly && !isRedacted(field.spec))
      .map(([field]) => field);
    const rows = (record[name] as Body[]).map((row) =>
      Object.fromEntries(own.map((field) => [field, row[field]])),
    );
    return [name, rows];
  });
  return Object.fromEntries(entries) as Body;
}

/** Export and import of a resource through its endpoints, as a user does it. */
export class Exchange {
  readonly isPossible: boolean;
  constructor(
    private readonly resource: ResourceDefinition,
    private readonly harness: ResourceHarness,
  ) {
    const { exportable, importable } = featuresOf(resource);
    this.isPossible = exportable && importable;
  }

  /** The record as CSV. */
  async export(caller: Caller, id: string, columns: readonly string[]): Promise<string> {
    const body = { format: 'csv', columns, ids: [id] };
    return (await this.request(caller, 'POST', '/_export', 200, { body })).text;
  }
  /** Imports a file with the column mapping that the service proposes, and waits for the end of the job. */
  async import(caller: Caller, csv: string, options: { mode: string; key?: string }): Promise<ImportSummary> {
    const headers = { 'content-type': 'text/csv', 'x-file-name': 'essai.csv' };
    const sent = await this.request(caller, 'POST', '/_imports', 201, { body: csv, headers });
    const { id, columns } = sent.body as Upload;
    const mapping = Object.fromEntries(columns.map(({ index, field }) => [String(index), field]));
    const body = { mapping, dryRun: false, ...options };
    const started = await this.request(caller, 'POST', `/_imports/${id}/run`, 202, { body });
    const { job } = started.body as { job: Job };
    return eventually(
      async () => {
        const now = (await this.request(caller, 'GET', `/_jobs/${job.id}`, 200)).body as Job;
        if (now.finishedAt === null) throw new Error(`the import is ${now.state}`);
        return now.result as ImportSummary;
      },
      { timeoutMs: 30_000 },
    );
  }

  private async request(
    caller: Caller,
    method: string,
    end: string,
    status: number,
    options: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const answer = await this.harness.request(caller, method, baseOf(this.resource) + end, options);
    if (answer.status !== status)
      throw new Error(`${method} ${end} answered ${answer.status}: ${answer.text}`);
    return answer;
  }
}
