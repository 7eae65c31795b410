import { type FileSource, filesOf } from '@coulisse/resource-server';

const OF_TENANT = 'tenant_id = $1';
const VIEWS = `jsonb_to_recordset(views) AS view ("fileId" uuid) WHERE ${OF_TENANT} AND views <> '[]'`;
const VIEW = 'view."fileId"';

/** Pictures of plans, which no field of a resource references: those of a draft are not public yet. */
export const planFileSources: readonly FileSource[] = [
  filesOf(
    [
      {
        file: `(background->>'fileId')::uuid`,
        rows: `room_plan WHERE ${OF_TENANT} AND background IS NOT NULL`,
      },
      {
        file: `(draft->'background'->>'fileId')::uuid`,
        rows: `room_plan WHERE ${OF_TENANT} AND jsonb_typeof(draft->'background') = 'object'`,
      },
      {
        file: VIEW,
        rows: `room_plan, jsonb_to_recordset(draft->'views') AS view ("fileId" uuid) WHERE ${OF_TENANT} AND draft IS NOT NULL`,
      },
    ],
    false,
  ),
  filesOf(
    [
      { file: VIEW, rows: `room_plan, ${VIEWS}` },
      { file: VIEW, rows: `performance_plan, ${VIEWS}` },
    ],
    true,
  ),
];
