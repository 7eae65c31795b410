import type { documentFilesV1, MessageId } from '@coulisse/contracts';
import type { FieldSpec, ResourceDefinition } from '@coulisse/resource';
import { validate as isUuid } from 'uuid';
import { ExpiringCache } from '../../auth/expiring-cache';
import { Problem, type FieldError } from '../../problem/problem';
import { labelKey } from '../codec';
import type { Row } from '../types';

type FileDescription = documentFilesV1.FileDescription;
/** Asks documents what some files are; those that do not exist are missing from the answer. */
export type DescribeFiles = (
  request: documentFilesV1.DescribeFilesRequest,
) => Promise<documentFilesV1.DescribeFilesResponse>;

export type PublishFiles = (request: documentFilesV1.PublishFilesRequest) => Promise<unknown>;
/** What a directory asks of documents. */
export interface FilePeer {
  describeFiles: DescribeFiles;
  publishFiles?: PublishFiles;
}

const KEPT = 1_000;
/** A file never becomes another one; a minute is enough between the two times that a request asks. */
const KEPT_MS = 60_000;

const fileFields = ({ fields }: ResourceDefinition) =>
  Object.entries(fields).filter(([, { spec }]) => spec.kind === 'file' || spec.kind === 'image');

/** Why a file cannot be pointed at; nothing when it can. */
function refusal(
  resource: ResourceDefinition,
  { accept }: FieldSpec,
  file: FileDescription | undefined,
): MessageId | undefined {
  // Who reads the record must be able to open the file, and nobody else.
  if (!file || file.rights !== resource.rights) return 'validation.choice';
  return accept && !accept.includes(file.mediaType) ? 'validation.file-type' : undefined;
}

/** The files of documents that records point at. */
export class FileDirectory {
  private readonly known = new ExpiringCache<FileDescription>(KEPT);

  constructor(private readonly peer: FilePeer | undefined) {}

  /**
   * Learns of the files that a request's body names before a transaction opens: a peer that is slow then holds neither a
   * connection nor the lock of a series. What is wrong with them is said later, with the rest.
   */
  async prepare(resource: ResourceDefinition, tenantId: string, body: unknown): Promise<void> {
    const fields = fileFields(resource);
    if (fields.length === 0 || typeof body !== 'object' || body === null) return;
    const ids = fields.map(([field]) => (body as Row)[field]).filter((id) => isUuid(id)) as string[];
    const files = await this.describe(resource, tenantId, ids);
    // Whoever comes here may write the record; what its public fields are about to show is shown from now on.
    const shown = fields
      .filter(([, { spec }]) => spec.public)
      .map(([field]) => String((body as Row)[field]).toLowerCase())
      .filter((id) => files.get(id)?.rights === resource.rights);
    if (shown.length > 0)
      await this.peer?.publishFiles?.({ tenantId, fileIds: shown, rights: resource.rights });
  }

  /**
   * The names of the files that some values point at, as they are kept beside the ids. A file that is not there, that was
   * stored for other records or that is of another type is refused.
   */
  async labels(resource: ResourceDefinition, tenantId: string, values: Row): Promise<Row> {
    const given = fileFields(resource).filter(([field]) => values[field] !== undefined);
    if (given.length === 0) return {};
    const ids = given.map(([field]) => values[field]).filter((id) => id !== null) as string[];
    const files = await this.describe(resource, tenantId, ids);
    const errors: FieldError[] = [];
    const labels = given.map(([field, { spec }]): [string, string | null] => {
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
    for (const id of ids.map((one) => one.toLowerCase())) {
      const file = this.known.get(`${tenantId}/${id}`);
      if (file) found.set(id, file);
      else unknown.add(id);
    }
    if (unknown.size === 0) return found;
    if (!this.peer)
      throw new Error(`${resource.name} points at files: its service must have the client "files"`);
    const { files } = await this.peer.describeFiles({ tenantId, fileIds: [...unknown] });
    for (const file of files) {
      found.set(file.fileId, file);
      this.known.set(`${tenantId}/${file.fileId}`, file, KEPT_MS);
    }
    return found;
  }
}
