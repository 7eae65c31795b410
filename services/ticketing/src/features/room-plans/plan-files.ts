import { Problem, type Actor, type FieldError, type ServiceContext } from '@coulisse/service-kit';
import type { PlanDraft } from './plan-draft.domain';

/** Pictures of plans are stored under the rights of rooms: who may read a room may open them. */
const RIGHTS = 'ticketing.room';

const tenantOf = (actor: Actor): string => actor.tenantId ?? '';

/** Refuses a draft that names a file that is no picture of a room of this tenant; asked before the transaction opens. */
export async function checkPictures(
  { background, views }: Pick<PlanDraft, 'background' | 'views'>,
  actor: Actor,
  ctx: ServiceContext,
): Promise<void> {
  const references = [
    ...(background ? [{ pointer: '/background/fileId', fileId: background.fileId }] : []),
    ...views.map(({ fileId }, order) => ({ pointer: `/views/${order}/fileId`, fileId })),
  ];
  if (references.length === 0) return;
  const fileIds = [...new Set(references.map(({ fileId }) => fileId))];
  const { files } = await ctx.clients.files.describeFiles({ tenantId: tenantOf(actor), fileIds });
  const pictures = new Set(
    files.flatMap(({ fileId, rights, mediaType }) =>
      rights === RIGHTS && mediaType.startsWith('image/') ? [fileId] : [],
    ),
  );
  const errors = references
    .filter(({ fileId }) => !pictures.has(fileId))
    .map(({ pointer }): FieldError => ({ pointer, code: 'validation.choice' }));
  if (errors.length > 0) throw new Problem('validation.failed', { errors });
}

/** Makes the pictures of views public. */
export async function publishPictures(
  fileIds: readonly string[],
  actor: Actor,
  ctx: ServiceContext,
): Promise<void> {
  if (fileIds.length === 0) return;
  await ctx.clients.files.publishFiles({ tenantId: tenantOf(actor), fileIds: [...fileIds], rights: RIGHTS });
}
