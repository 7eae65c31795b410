import { siteUrl } from '@coulisse/contracts/own-host';
import type { ServiceContext } from '@coulisse/service-kit';
import type { Templates } from '@coulisse/template-server';
import { oneLine, type DataOf, type KeywordTree, type TemplateKind } from '@coulisse/templates';
import { fullName } from '../../resources/full-name';
import type { OrderLinks } from '../orders/order-links';
import type { SaleDetails } from '../reservations/sale-details.read-model';
import { logoUrlOf } from './organiser-brand';
import type { SaleReads } from './sale-reads';
import { sendRenderedMail } from './send-rendered-mail';

/** A mail to the buyer of a reservation. */
export interface SaleMail<T extends KeywordTree> {
  readonly kind: TemplateKind<T>;
  /** Identifies the mail: a repeated key sends nothing. */
  readonly key: string;
  readonly reservationId: string;
  readonly data: (sale: SaleDetails) => DataOf<T>;
  /** Who gets it instead of the buyer. */
  readonly to?: { name: string; address: string };
  /** Documents to attach. */
  readonly documentIds?: readonly string[];
  /** False when the mail is no longer needed; true by default. */
  readonly isNeeded?: (sale: SaleDetails) => boolean;
}

/** Writes the mails to buyers; notifications sends them. */
export class SaleMails {
  constructor(
    private readonly templates: Templates,
    private readonly reads: SaleReads,
    private readonly links: OrderLinks,
  ) {}

  /**
   * Writes a mail with the tenant's template in the buyer's language and sends it, once per key. Sends nothing when the
   * mail is no longer needed, when its documents are withdrawn, and to a buyer without an address.
   */
  async send<T extends KeywordTree>(tenantId: string, mail: SaleMail<T>, ctx: ServiceContext): Promise<void> {
    const { kind, key, reservationId } = mail;
    const { sale, template } = await this.reads.withTemplate(tenantId, { reservationId, kind }, ctx);
    const buyer = { name: oneLine(fullName(sale.customer)), address: sale.email };
    const to = mail.to ?? buyer;
    if (!to.address || mail.isNeeded?.(sale) === false) {
      ctx.log.info({ reservationId, kind: kind.name }, 'mail.not_needed');
      return;
    }
    const data = mail.data({
      ...sale,
      orderUrl: this.orderUrlOf(tenantId, sale, ctx),
      logo: logoUrlOf(sale.brand, ctx.config.PUBLIC_URL),
    });
    const rendered = await this.templates.renderMail(template, data);
    const isSent = await sendRenderedMail(
      {
        tenantId,
        key,
        kind: kind.name,
        to,
        fromName: oneLine(sale.organiserName),
        ...rendered,
        language: sale.language,
        documentIds: [...(mail.documentIds ?? [])],
        fileIds: template.fileIds,
        subjectRecord: { resource: 'ticketing.reservation', id: reservationId, label: sale.code },
      },
      ctx,
    );
    if (!isSent) ctx.log.info({ reservationId, kind: kind.name }, 'mail.not_needed');
  }

  private orderUrlOf(
    tenantId: string,
    { id, language, brand }: SaleDetails,
    { config }: ServiceContext,
  ): string {
    const order = { tenantId, reservationId: id };
    return this.links.urlOf(order, { publicUrl: siteUrl(config.PUBLIC_URL, brand.host), language });
  }
}
