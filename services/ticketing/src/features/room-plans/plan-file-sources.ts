import { FILES_PER_CALL, type FileSource } from '@coulisse/resource-server';

const source = (referenced: string, isPublic: boolean): FileSource => ({
  text: `SELECT DISTINCT id FROM (${referenced}) referenced (id) WHERE id > $2 ORDER BY 1 LIMIT ${FILES_PER_CALL}`,
  values: [],
  isPublic,
});
const VIEWS = `jsonb_to_recordset(views) AS view ("fileId" uuid)`;

/** Pictures of plans, which no field of a resource references: those of a draft are not public yet. */
export const planFileSources: readonly FileSource[] = [
  source(
    `SELECT (background->>'fileId')::uuid FROM room_plan WHERE tenant_id = $1 AND background IS NOT NULL
     UNION ALL
     SELECT (draft->'background'->>'fileId')::uuid FROM room_plan
     WHERE tenant_id = $1 AND jsonb_typeof(draft->'background') = 'object'
     UNION ALL
     SELECT view."fileId" FROM room_plan, jsonb_to_recordset(draft->'views') AS view ("fileId" uuid)
     WHERE tenant_id = $1 AND draft IS NOT NULL`,
    false,
  ),
  source(
    `SELECT view."fileId" FROM room_plan, ${VIEWS} WHERE tenant_id = $1 AND views <> '[]'
     UNION ALL
     SELECT view."fileId" FROM performance_plan, ${VIEWS} WHERE tenant_id = $1 AND views <> '[]'`,
    true,
  ),
];
