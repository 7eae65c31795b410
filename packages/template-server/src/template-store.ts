import type { Tx } from '@coulisse/service-kit/database';
import { Problem } from '@coulisse/service-kit/problem';
import { v7 as uuidv7 } from 'uuid';
import type { TemplateLocale, TemplateSource } from './served-template';
import type { TemplateAttachment } from './template-attachments';

/** What a tenant has changed of a template. */
export interface StoredTemplate {
  readonly id: string;
  readonly kind: string;
  readonly locale: TemplateLocale;
  /** Number of the version in use; null for the product's default. */
  readonly currentNumber: number | null;
  readonly lastNumber: number;
  /** Counts the changes. */
  readonly version: number;
  readonly updatedAt: Date;
  /** Files of every mail of the template, whichever version is in use. */
  readonly attachments: readonly TemplateAttachment[];
}
export interface StoredVersion {
  readonly number: number;
  readonly comment: string | null;
  readonly authorName: string;
  readonly at: Date;
}
/** Identifies a template of the tenant. */
export interface TemplateKey {
  readonly kind: string;
  readonly locale: TemplateLocale;
}

const COLUMNS =
  'id, kind, locale, current_number AS "currentNumber", last_number AS "lastNumber", version, updated_at AS "updatedAt", attachments';
/** Versions that the history of a template shows. */
const SHOWN = 100;
type TemplateRow = StoredTemplate & Record<string, unknown>;

export async function listTemplates(
  { sql, tenantId }: Tx,
  kinds: readonly string[],
): Promise<StoredTemplate[]> {
  const { rows } = await sql.query<TemplateRow>(
    `SELECT ${COLUMNS} FROM kit.template WHERE tenant_id = $1 AND kind = ANY($2::text[])`,
    [tenantId, kinds],
  );
  return rows;
}

export async function findTemplate(tx: Tx, { kind, locale }: TemplateKey): Promise<StoredTemplate | null> {
  const { rows } = await tx.sql.query<TemplateRow>(
    `SELECT ${COLUMNS} FROM kit.template WHERE tenant_id = $1 AND kind = $2 AND locale = $3`,
    [tx.tenantId, kind, locale],
  );
  return rows[0] ?? null;
}

/** What mails of a template are made of. */
export interface CurrentTemplate {
  /** The version in use; null while the tenant uses the default. */
  readonly version: (TemplateSource & { readonly number: number }) | null;
  readonly attachments: readonly TemplateAttachment[];
}
interface CurrentRow extends Record<string, unknown> {
  number: number | null;
  source: string;
  subject: string | null;
  attachments: TemplateAttachment[];
}

/** The version in use and the files of a template. */
export async function findCurrent(tx: Tx, { kind, locale }: TemplateKey): Promise<CurrentTemplate> {
  const { rows } = await tx.sql.query<CurrentRow>(
    `SELECT v.number, v.source, v.subject, t.attachments FROM kit.template t
     LEFT JOIN kit.template_version v ON v.tenant_id = t.tenant_id AND v.template_id = t.id AND v.number = t.current_number
     WHERE t.tenant_id = $1 AND t.kind = $2 AND t.locale = $3`,
    [tx.tenantId, kind, locale],
  );
  const [row] = rows;
  if (!row) return { version: null, attachments: [] };
  const { number, source, subject, attachments } = row;
  return { version: number === null ? null : { number, source, subject }, attachments };
}

export async function listVersions(tx: Tx, templateId: string): Promise<StoredVersion[]> {
  const { rows } = await tx.sql.query<StoredVersion & Record<string, unknown>>(
    `SELECT number, comment, author_name AS "authorName", at FROM kit.template_version
     WHERE tenant_id = $1 AND template_id = $2 ORDER BY number DESC LIMIT ${SHOWN}`,
    [tx.tenantId, templateId],
  );
  return rows;
}

export async function findVersion(tx: Tx, key: TemplateKey, number: number): Promise<TemplateSource | null> {
  const { rows } = await tx.sql.query<TemplateSource & Record<string, unknown>>(
    `SELECT v.source, v.subject FROM kit.template t
     JOIN kit.template_version v ON v.tenant_id = t.tenant_id AND v.template_id = t.id
     WHERE t.tenant_id = $1 AND t.kind = $2 AND t.locale = $3 AND v.number = $4`,
    [tx.tenantId, key.kind, key.locale, number],
  );
  return rows[0] ?? null;
}

/** Locks the template, created if needed; throws `record.changed` unless it has the version that the caller saw. */
async function lockTemplate(
  tx: Tx,
  { kind, locale }: TemplateKey,
  seen: number | null,
): Promise<StoredTemplate> {
  await tx.sql.query(
    `INSERT INTO kit.template (id, tenant_id, kind, locale) VALUES ($1, $2, $3, $4)
     ON CONFLICT (tenant_id, kind, locale) DO NOTHING`,
    [uuidv7(), tx.tenantId, kind, locale],
  );
  const { rows } = await tx.sql.query<TemplateRow>(
    `SELECT ${COLUMNS} FROM kit.template WHERE tenant_id = $1 AND kind = $2 AND locale = $3 FOR UPDATE`,
    [tx.tenantId, kind, locale],
  );
  const template = rows[0]!;
  if (seen !== null && template.version !== seen) throw new Problem('record.changed');
  return template;
}

/** Adds a version and makes it the one in use; returns its number. */
export async function saveVersion(
  tx: Tx,
  key: TemplateKey,
  input: TemplateSource & { comment: string | null },
  seen: number | null,
): Promise<void> {
  const template = await lockTemplate(tx, key, seen);
  const number = template.lastNumber + 1;
  await tx.sql.query(
    `INSERT INTO kit.template_version (tenant_id, template_id, number, source, subject, comment, author_id, author_name)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      tx.tenantId,
      template.id,
      number,
      input.source,
      input.subject,
      input.comment,
      tx.actor.userId,
      tx.actor.displayName,
    ],
  );
  await useNumber(tx, template, number, number, 'save-version');
}

/** Uses an earlier version again, or the default (null). */
export async function restoreVersion(
  tx: Tx,
  key: TemplateKey,
  number: number | null,
  seen: number | null,
): Promise<void> {
  const template = await lockTemplate(tx, key, seen);
  await useNumber(tx, template, number, template.lastNumber, 'restore-version');
}

/** Replaces the files of a template. */
export async function saveAttachments(
  tx: Tx,
  key: TemplateKey,
  attachments: readonly TemplateAttachment[],
  seen: number | null,
): Promise<void> {
  const template = await lockTemplate(tx, key, seen);
  await tx.sql.query(
    `UPDATE kit.template SET attachments = $3::jsonb, version = version + 1, updated_at = now()
     WHERE tenant_id = $1 AND id = $2`,
    [tx.tenantId, template.id, JSON.stringify(attachments)],
  );
  await tx.history('template', template.id, 'change-attachments', {
    template: [null, `${key.kind}.${key.locale}`],
    attachments: [namesOf(template.attachments), namesOf(attachments)],
  });
}

const namesOf = (attachments: readonly TemplateAttachment[]): string | null =>
  attachments.map(({ name }) => name).join(', ') || null;

async function useNumber(
  tx: Tx,
  { id, kind, locale, currentNumber }: StoredTemplate,
  number: number | null,
  last: number,
  action: string,
): Promise<void> {
  await tx.sql.query(
    `UPDATE kit.template SET current_number = $3, last_number = $4, version = version + 1, updated_at = now()
     WHERE tenant_id = $1 AND id = $2`,
    [tx.tenantId, id, number, last],
  );
  await tx.history('template', id, action, {
    template: [null, `${kind}.${locale}`],
    currentNumber: [currentNumber, number],
  });
}
