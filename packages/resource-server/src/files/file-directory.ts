import type { documentFilesV1, MessageId } from '@coulisse/contracts';
import type { FieldSpec, ResourceDefinition } from '@coulisse/resource';
import { validate as isUuid } from 'uuid';
import { ExpiringCache } from '@coulisse/service-kit/auth';
import { Problem, type FieldError } from '@coulisse/service-kit/problem';
import { labelKey } from '../codec';
import type { Row } from '../types';

type FileDescription = documentFilesV1.FileDescription;
/** Reads file descriptions from the documents service; files that do not exist are missing from the response. */
export type DescribeFiles = (
  request: documentFilesV1.DescribeFilesRequest,
) => Promise<documentFilesV1.DescribeFilesResponse>;

export type PublishFiles = (request: documentFilesV1.PublishFilesRequest) => Promise<unknown>;
/** The methods of the documents service that a directory calls. */
export interface FilePeer {
  describeFiles: DescribeFiles;
  publishFiles?: PublishFiles;
}

const KEPT = 1_000;
/** Files are immutable; a minute covers both lookups of a request. */
const KEPT_MS = 60_000;

const fileFields = ({ fields }: ResourceDefinition) =>
  Object.entries(fields).filter(([, { spec }]) => spec.kind === 'file' || spec.kind === 'image');

/** The error code if a record cannot refer to a file; undefined if it can. */
function refusal(
  resource: ResourceDefinition,
  { accept }: FieldSpec,
  file: FileDescription | undefined,
): MessageId | undefined {
  // Exactly the users who may read the record may open the file.
  if (!file || file.rights !== resource.rights) return 'validation.choice';
  return accept && !accept.includes(file.mediaType) ? 'validation.file-type' : undefined;
}

/** The files of the documents service that records refer to. */
export class FileDirectory {
  private readonly cache = new ExpiringCache<FileDescription>(KEPT);

  constructor(private readonly peer: FilePeer | undefined) {}

  /**
   * Loads the files named in a request body before a transaction opens, so that a slow documents service holds neither
   * a database connection nor the lock of a number series. Errors are reported later, together with the others.
   */
  async prepare(resource: ResourceDefinition, tenantId: string, body: unknown): Promise<void> {
    const fields = fileFields(resource);
    if (fields.length === 0 || typeof body !== 'object' || body === null) return;
    const ids = fields.map(([field]) => (body as Row)[field]).filter((id) => isUuid(id)) as string[];
    const files = await this.describe(resource, tenantId, ids);
    // The caller may write the record: the files of its public fields are published from now on.
    const shown = fields
      .filter(([, { spec }]) => spec.public)
      .map(([field]) => String((body as Row)[field]).toLowerCase())
      .filter((id) => files.get(id)?.rights === resource.rights);
    if (shown.length > 0)
      await this.peer?.publishFiles?.({ tenantId, fileIds: shown, rights: resource.rights });
  }

  /**
   * The names of referenced files, which are stored beside the ids. Refuses a file that does not exist, that was stored
   * for other records, or whose type is not accepted.
   */
  async labels(resource: ResourceDefinition, tenantId: string, values: Row): Promise<Row> {
    const givenFields = fileFields(resource).filter(([field]) => values[field] !== undefined);
    if (givenFields.length === 0) return {};
    const ids = givenFields.map(([field]) => values[field]).filter((id) => id !== null) as string[];
    const files = await this.describe(resource, tenantId, ids);
    const errors: FieldError[] = [];
    const labels = givenFields.map(([field, { spec }]): [string, string | null] => {
      const id = values[field];
      if (id === null) return [labelKey(field), null];
      const file = files.get(String(id));
      const code = refusal(resource, spec, file);
      if (code) errors.push({ pointer: `/${field}`, code });
      return [labelKey(field), file?.name ?? null];
    });
    if (errors.length > 0) throw new Problem('validation.failed', { errors });
    return Object.fromEntries(labels);
  }

  private async describe(
    resource: ResourceDefinition,
    tenantId: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, FileDescription>> {
    const found = new Map<string, FileDescription>();
    const unknown = new Set<string>();
    for (const id of ids.map((rawId) => rawId.toLowerCase())) {
      const file = this.cache.get(`${tenantId}/${id}`);
      if (file) found.set(id, file);
      else unknown.add(id);
    }
    if (unknown.size === 0) return found;
    if (!this.peer)
      throw new Error(`${resource.name} points at files: its service must have the client "files"`);
    const { files } = await this.peer.describeFiles({ tenantId, fileIds: [...unknown] });
    for (const file of files) {
      found.set(file.fileId, file);
      this.cache.set(`${tenantId}/${file.fileId}`, file, KEPT_MS);
    }
    return found;
  }
}
