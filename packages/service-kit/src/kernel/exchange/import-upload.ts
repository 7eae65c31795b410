import { z } from 'zod';
import { named } from '../../http/openapi';
import { Problem } from '../../problem/problem';
import type { JobView } from '../jobs/jobs';
import type { Pipeline } from '../pipeline';
import type { Call } from '../types';
import { isErrorHeader } from './error-file';
import { guessMapping } from './guess-mapping';
import { allTargets, checkedInput, type ImportRequest } from './import-input';
import { hintOf, importKeys, type ImportTarget } from './import-targets';
import { TableReader } from './reading/table-reader';
import { withUploadClaim } from './upload-claim';
import { assertNotImported, findUpload, keepUpload, sha256Of } from './uploads';

const LONGEST_NAME = 200;
/** Places that are offered for each kind of child beyond those that the file seems to have. */
const SPARE_CHILDREN = 1;

/** One for all resources: what is bounded is what the process spends. */
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
        /** The first values, as a reader of the language writes them. */
        samples: z.array(z.string()),
        /** The field that it seems to fill. */
        field: z.string().nullable(),
      }),
    ),
    fields: z.array(
      z.object({
        name: z.string(),
        label: z.string(),
        required: z.boolean(),
        type: z.string(),
        /** How to write a value. */
        hint: z.string(),
      }),
    ),
    /** Fields that a record can be found again by. */
    keys: z.array(z.string()),
  }),
);
export type UploadView = z.output<typeof uploadSchema>;

/** Reads and keeps a file, and says what its columns seem to be. */
export async function takeFile(
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
      await keepUpload(tx, id, { fileName, sha256 }, table);
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

/** Children are offered as far as the file seems to go, and one place more. */
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

/** The name of a file without its folders, as it came percent-encoded in a header. */
function nameOf(header: string | undefined): string {
  let name = header ?? '';
  try {
    name = decodeURIComponent(name);
  } catch {
    // Not encoded after all: the name is what it is.
  }
  const bare = name.split(/[\\/]/).at(-1)?.replace(NOT_IN_NAMES, ' ').trim();
  return bare ? bare.slice(-LONGEST_NAME) : 'import.csv';
}

/** Leaves the rows of a file to a job, after the mapping was checked. */
export async function startImport(
  pipeline: Pipeline,
  call: Call,
  id: string,
  asked: ImportRequest,
): Promise<JobView> {
  const { locales = { fr: {}, en: {} } } = pipeline.settings;
  const { actor, resource } = call;
  if (!actor.tenantId) throw new Problem('security.insufficient-privilege');
  return pipeline.ctx.db.inTenant(actor, async (tx) => {
    const upload = await findUpload(tx.sql, call, id);
    if (!asked.dryRun) await assertNotImported(tx.sql, resource.name, upload.sha256);
    const input = checkedInput(call, id, upload, asked, allTargets(call, locales));
    return pipeline.jobs.add(tx, call, 'import', input, upload.rows);
  });
}
