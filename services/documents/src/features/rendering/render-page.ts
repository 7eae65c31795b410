import { resourcesOf, type Resources } from '@coulisse/resource-server';
import { Problem, systemActor, type ServiceContext, type Tx } from '@coulisse/service-kit';
import { v7 as uuid } from 'uuid';
import { document } from '../../resources';
import { pageCount } from '../pdf/page-count.domain';
import type { PrintCaller, PrintQueue } from '../pdf/print-queue';
import type { PdfRenderer } from '../pdf/pdf-renderer.port';
import type { Layouts } from '../stamping/layouts';
import { stampLayout } from '../stamping/stamp-layout';
import type { FileStorage } from '../storage/file-storage.port';
import { type PageWithPlaces, withContents } from '@coulisse/templates/place';
import { fontFaces } from './product-fonts';
import { type DocumentsOfSubject, lockOfSubject, withdrawalOf } from './withdraw-documents.command';

/** A page of another service, and what its document is about. */
export interface PageToRender extends PageWithPlaces {
  /** The calling service. */
  readonly caller: string;
  readonly tenantId: string;
  readonly subject: { readonly resource: string; readonly id: string; readonly label: string };
  readonly kind: string;
  /** Identifies the rendering of the subject. */
  readonly key: string;
  readonly fileName: string;
  /** Printed before pages that are not. */
  readonly urgent: boolean;
}

/** A document in the storage with its row. */
export interface RenderedPage {
  readonly documentId: string;
  readonly pages: number;
  readonly size: number;
}

/** Turns pages of other services into documents. */
export class PageRendering {
  constructor(
    private readonly renderer: PdfRenderer,
    private readonly storage: FileStorage,
    private readonly queue: PrintQueue,
    private readonly layouts: Layouts,
  ) {}

  /** The PDF of a page, for somebody who waits for it; nothing is stored. */
  preview(html: string, caller: PrintCaller): Promise<Buffer> {
    return this.print(html, true, caller);
  }

  /**
   * Renders and stores a page once per key: a repeated key returns the first document, whatever its page.
   * `document.gone` when the documents of this kind and subject are withdrawn.
   */
  async render(page: PageToRender, ctx: ServiceContext, waiting?: PrintCaller): Promise<RenderedPage> {
    const actor = systemActor(page.tenantId, `documents.render for ${page.caller}`);
    const stamped = await this.stamp(page, ctx);
    if (!stamped) {
      const earlier = await ctx.db.inTenant(actor, async (tx) => {
        await refuseWithdrawn(tx, page);
        return findRendered(tx, page);
      });
      if (earlier) return earlier;
    }
    // Before the transaction: it takes a second or more.
    const pdf = stamped?.pdf ?? (await this.print(withContents(page), page.urgent, waiting));
    const pages = stamped?.pages ?? pageCount(pdf);
    const sha256 = await this.storage.put(page.tenantId, pdf);
    return ctx.db.inTenant(actor, (tx) => storeDocument(tx, resourcesOf(ctx), page, { pdf, pages, sha256 }));
  }

  /** The page as a stamp on its layout; null when it has to be printed whole. */
  private async stamp(
    page: PageToRender,
    ctx: ServiceContext,
  ): Promise<{ readonly pdf: Buffer; readonly pages: number } | null> {
    if (page.places.length === 0) return null;
    const { caller, tenantId, kind } = page;
    const layout = await this.layouts.of(
      JSON.stringify([caller, tenantId, kind]),
      page,
      // Many pages may wait for one layout: it is printed whoever of them goes.
      (html) => this.print(html, page.urgent),
      (reason) => ctx.log.warn({ tenantId, kind, reason }, 'document.layout_refused'),
    );
    const pdf = layout && stampLayout(layout, page.places);
    return pdf && { pdf, pages: layout.pages };
  }

  private print(html: string, isUrgent: boolean, waiting?: PrintCaller): Promise<Buffer> {
    return this.queue.run(isUrgent, async () => this.renderer.render(await withFonts(html)), waiting);
  }
}

const DOCTYPE = /^\s*<!doctype[^>]*>/i;

/** The page with the product's typefaces. The charset comes first: a browser looks for it in the first 1,024 bytes. */
const withFonts = async (html: string): Promise<string> =>
  `<!doctype html><meta charset="utf-8"><style>${await fontFaces(html)}</style>${html.replace(DOCTYPE, '')}`;

const documentsOf = ({ caller, tenantId, kind, subject }: PageToRender): DocumentsOfSubject => ({
  caller,
  tenantId,
  kind,
  subjectId: subject.id,
});

async function refuseWithdrawn(tx: Tx, page: PageToRender): Promise<void> {
  const [withdrawal] = await tx.sql.batch([withdrawalOf(tx.tenantId, documentsOf(page))]);
  if (withdrawal!.rowCount > 0) throw new Problem('document.gone');
}

async function findRendered(
  { sql, tenantId }: Tx,
  { caller, kind, subject, key }: PageToRender,
): Promise<RenderedPage | null> {
  const { rows } = await sql.query<RenderedPage & Record<string, unknown>>(
    `SELECT d.id AS "documentId", coalesce(d.pages, 0) AS pages, d.size FROM rendered_document r
     JOIN document d ON d.tenant_id = r.tenant_id AND d.id = r.document_id
     WHERE r.tenant_id = $1 AND r.caller = $2 AND r.kind = $3 AND r.subject_id = $4 AND r.key = $5`,
    [tenantId, caller, kind, subject.id, key],
  );
  return rows[0] ?? null;
}

async function storeDocument(
  tx: Tx,
  resources: Resources,
  page: PageToRender,
  { pdf, pages, sha256 }: { pdf: Buffer; pages: number | null; sha256: string },
): Promise<RenderedPage> {
  const { caller, kind, subject, key, fileName } = page;
  const documentId = uuid();
  const documents = documentsOf(page);
  // In one message; the lock comes first, and each statement sees what is committed when it begins.
  const [, withdrawal, inserted] = await tx.sql.batch([
    lockOfSubject(tx.tenantId, documents),
    withdrawalOf(tx.tenantId, documents),
    {
      name: 'rendered-document-add',
      text: `INSERT INTO rendered_document (tenant_id, caller, kind, subject_id, key, document_id)
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (tenant_id, caller, kind, subject_id, key) DO NOTHING`,
      values: [tx.tenantId, caller, kind, subject.id, key, documentId],
    },
  ]);
  if (withdrawal!.rowCount > 0) throw new Problem('document.gone');
  if (inserted!.rowCount === 0) {
    const earlier = await findRendered(tx, page);
    if (!earlier) throw new Error(`document ${kind} ${key} of ${subject.id} has no row`);
    return earlier;
  }
  const values = {
    ...{ fileName, kind, mediaType: 'application/pdf', size: pdf.length, pages, sha256 },
    ...{ subjectResource: subject.resource, subjectId: subject.id, subjectLabel: subject.label },
  };
  await resources.of(document).create(tx, tx.actor, values, { id: documentId });
  await tx.publish('documents.document.v1', documentId, {
    $case: 'rendered',
    value: { documentId, kind, subjectId: subject.id, subjectResource: subject.resource, key },
  });
  return { documentId, pages: pages ?? 0, size: pdf.length };
}
