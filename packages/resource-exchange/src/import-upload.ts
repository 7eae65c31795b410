import { z } from 'zod';
import { named } from '@coulisse/service-kit/http';
import { Problem } from '@coulisse/service-kit/problem';
import type { JobView } from '@coulisse/job-runner';
import type { Call, Pipeline } from '@coulisse/resource-server/extension';
import { isErrorHeader } from './error-file';
import { guessMapping } from './guess-mapping';
import { allTargets, checkedInput, type ImportRequest } from './import-input';
import { hintOf, importKeys, type ImportTarget } from './import-targets';
import { TableReader } from './reading/table-reader';
import { withUploadClaim } from './upload-claim';
import { assertNotImported, findUpload, storeUpload, sha256Of } from './uploads';

const LONGEST_NAME = 200;
/** Child indexes offered beyond those that the file seems to contain. */
const SPARE_CHILDREN = 1;

/** One for all resources: its limits apply to the process. */
const reader = new TableReader();

export const uploadSchema = named(
  'Import',
  z.object({
    id: z.uuid(),
    fileName: z.string(),
    rows: z.int(),
    columns: z.array(
      z.object({
        index: z.int(),
        header: z.string(),
        /** The first values, formatted in the caller's language. */
        samples: z.array(z.string()),
        /** The guessed field. */
        field: z.string().nullable(),
      }),
    ),
    fields: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        required: z.boolean(),
        type: z.string(),
        /** A hint on the format of a value. */
        hint: z.string(),
      }),
    ),
    /** Fields that can identify an existing record. */
    keys: z.array(z.string()),
  }),
);
export type UploadView = z.output<typeof uploadSchema>;

/** Reads and stores a file, and returns its columns with a guessed mapping. */
export async function receiveFile(
  pipeline: Pipeline,
  call: Call,
  { bytes, name }: { bytes: Buffer; name: string | undefined },
): Promise<UploadView> {
  const { resource, actor, language } = call;
  const { locales = { fr: {}, en: {} } } = pipeline.settings;
  if (!actor.tenantId) throw new Problem('security.insufficient-privilege');
  if (bytes.length === 0) throw new Problem('import.empty');
  const sha256 = sha256Of(bytes);
  const fileName = nameOf(name);
  const { id, table } = await withUploadClaim(pipeline, call, async (id) => {
    const table = await reader.read(bytes, language);
    await pipeline.ctx.db.inTenant(actor, async (tx) => {
      await assertNotImported(tx.sql, resource.name, sha256);
      await storeUpload(tx, id, { fileName, sha256 }, table);
    });
    return { id, table };
  });
  const targets = allTargets(call, locales);
  const guess = guessMapping(
    table.headers.map((header) => (isErrorHeader(header) ? '' : header)),
    targets,
  );
  return {
    id,
    fileName,
    rows: table.rows,
    columns: table.headers.map((header, index) => ({
      index,
      header,
      samples: [...(table.samples[index] ?? [])],
      field: guess[index] ?? null,
    })),
    fields: offered(targets, guess).map((target) => ({
      name: target.name,
      label: target.label[language],
      required: target.required,
      type: target.spec.kind,
      hint: hintOf(target, language),
    })),
    keys: importKeys(resource),
  };
}

/** Offers children up to the highest index in the guessed mapping, plus `SPARE_CHILDREN`. */
function offered(targets: readonly ImportTarget[], guess: readonly (string | null)[]): ImportTarget[] {
  const places = new Map<string, number>();
  for (const { name, path } of targets)
    if (path.child && guess.includes(name))
      places.set(path.field, Math.max(places.get(path.field) ?? 0, path.child.index + 1));
  return targets.filter(
    ({ path }) => !path.child || path.child.index < (places.get(path.field) ?? 0) + SPARE_CHILDREN,
  );
}

// eslint-disable-next-line no-control-regex
const NOT_IN_NAMES = /[\u0000-\u001f\u007f"<>|:*?]/g;

/** The file name without folders, from a percent-encoded header. */
function nameOf(header: string | undefined): string {
  let name = header ?? '';
  try {
    name = decodeURIComponent(name);
  } catch {
    // Not percent-encoded: use the name unchanged.
  }
  const bare = name.split(/[\\/]/).at(-1)?.replace(NOT_IN_NAMES, ' ').trim();
  return bare ? bare.slice(-LONGEST_NAME) : 'import.csv';
}

/** Validates the mapping and enqueues the import job. */
export async function startImport(
  pipeline: Pipeline,
  call: Call,
  id: string,
  request: ImportRequest,
): Promise<JobView> {
  const { locales = { fr: {}, en: {} } } = pipeline.settings;
  const { actor, resource } = call;
  if (!actor.tenantId) throw new Problem('security.insufficient-privilege');
  return pipeline.ctx.db.inTenant(actor, async (tx) => {
    const upload = await findUpload(tx.sql, call, id);
    if (!request.dryRun) await assertNotImported(tx.sql, resource.name, upload.sha256);
    const input = checkedInput(call, id, upload, request, allTargets(call, locales));
    return pipeline.jobs.add(tx, call, 'import', input, upload.rows);
  });
}
