import type { Actor } from '@coulisse/service-kit/actor';
import { Problem, type FieldError } from '@coulisse/service-kit/problem';
import type { ServiceContext } from '@coulisse/service-kit/service';

/** A file that goes with every mail of a template. A file never changes, so what is written here stays true. */
export interface TemplateAttachment {
  readonly id: string;
  readonly name: string;
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
}

const MOST_MB = 5;
export const ATTACHMENT_LIMITS = {
  count: 2,
  /** Of all files together: they go with thousands of mails, beside tickets. */
  bytes: MOST_MB * 1_000_000,
  /** What every mail program opens. */
  types: [
    'application/pdf',
    'image/png',
    'image/jpeg',
    'text/calendar',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
};

/** Where the files of templates stand, for the rounds that keep files in use. */
export const templateFiles = {
  file: `(attachment->>'id')::uuid`,
  rows: `kit.template, jsonb_array_elements(attachments) AS attachment WHERE tenant_id = $1`,
} as const;

/**
 * The files that were uploaded for templates of the actor's tenant, under the rights of templates; asked before a
 * transaction opens. Refuses others, types that mail programs do not open, and files that are too large together.
 */
export async function readAttachments(
  fileIds: readonly string[],
  rights: string,
  actor: Actor,
  { clients }: ServiceContext,
): Promise<TemplateAttachment[]> {
  if (fileIds.length === 0) return [];
  const { files } = await clients.files.describeFiles({
    tenantId: actor.tenantId ?? '',
    fileIds: [...fileIds],
  });
  const errors: FieldError[] = [];
  const attachments = fileIds.flatMap((id, index): TemplateAttachment[] => {
    const file = files.find(({ fileId }) => fileId === id);
    const isOwn = file?.rights === rights;
    if (!isOwn || !ATTACHMENT_LIMITS.types.includes(file.mediaType)) {
      errors.push({ pointer: `/files/${index}`, code: isOwn ? 'validation.file-type' : 'validation.choice' });
      return [];
    }
    return [{ id, name: file.name, mediaType: file.mediaType, size: file.size }];
  });
  if (errors.length > 0) throw new Problem('validation.failed', { errors });
  const size = attachments.reduce((sum, file) => sum + file.size, 0);
  if (size > ATTACHMENT_LIMITS.bytes)
    throw new Problem('template.attachments-too-large', { params: { max: MOST_MB } });
  return attachments;
}
