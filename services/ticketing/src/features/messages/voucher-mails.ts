import { siteUrl } from '@coulisse/contracts/own-host';
import { systemActor, type ServiceContext } from '@coulisse/service-kit';
import type { Templates } from '@coulisse/template-server';
import { oneLine, type DataOf, type KeywordTree, type TemplateKind } from '@coulisse/templates';
import type { VoucherLinks } from '../gift-vouchers/voucher-links';
import { voucherDetails, type VoucherDetails } from '../gift-vouchers/voucher-details.read-model';
import { logoUrlOf } from './organiser-brand';
import { sendRenderedMail } from './send-rendered-mail';
import type { VoucherPlaces } from './voucher-data';

/** A mail about a gift voucher. */
export interface VoucherMail<T extends KeywordTree> {
  readonly kind: TemplateKind<T>;
  /** Identifies the mail: a repeated key sends nothing. */
  readonly key: string;
  readonly voucherId: string;
  readonly data: (voucher: VoucherDetails, places: VoucherPlaces) => DataOf<T>;
  /** To whom; the buyer by default. */
  readonly to?: (voucher: VoucherDetails) => { name: string; address: string };
  readonly documentIds?: readonly string[];
  /** False when the mail is no longer needed; true by default. */
  readonly isNeeded?: (voucher: VoucherDetails) => boolean;
}

const buyerOf = ({ buyerName, email }: VoucherDetails) => ({ name: buyerName, address: email });

/** Writes the mails about gift vouchers; notifications sends them. */
export class VoucherMails {
  constructor(
    private readonly templates: Templates,
    private readonly links: VoucherLinks,
  ) {}

  /** Writes a mail with the tenant's template in the buyer's language and sends it, once per key. */
  async send<T extends KeywordTree>(
    tenantId: string,
    mail: VoucherMail<T>,
    ctx: ServiceContext,
  ): Promise<void> {
    const { kind, key, voucherId, to = buyerOf } = mail;
    const actor = systemActor(tenantId, `write ${kind.name}`);
    const { voucher, template } = await ctx.db.inTenant(actor, async (tx) => {
      const found = await voucherDetails(tx, voucherId);
      if (!found) throw new Error(`gift voucher ${voucherId} does not exist`);
      const branded = { ...found, logo: logoUrlOf(found.brand, ctx.config.PUBLIC_URL) };
      return { voucher: branded, template: await this.templates.load(tx, kind, found.language) };
    });
    const recipient = to(voucher);
    const isNeeded = recipient.address !== '' && !voucher.isHidden && mail.isNeeded?.(voucher) !== false;
    const isSent =
      isNeeded &&
      (await sendRenderedMail(
        {
          tenantId,
          key,
          kind: kind.name,
          to: { name: oneLine(recipient.name), address: recipient.address },
          fromName: oneLine(voucher.organiserName),
          ...(await this.templates.renderMail(
            template,
            mail.data(voucher, this.placesOf(tenantId, voucher, ctx)),
          )),
          language: voucher.language,
          documentIds: [...(mail.documentIds ?? [])],
          fileIds: template.fileIds,
          subjectRecord: { resource: 'ticketing.gift-voucher', id: voucherId, label: voucher.code },
        },
        ctx,
      ));
    if (!isSent) ctx.log.info({ voucherId, kind: kind.name }, 'mail.not_needed');
  }

  private placesOf(
    tenantId: string,
    { id, language, organiserSlug, brand }: VoucherDetails,
    { config }: ServiceContext,
  ): VoucherPlaces {
    const publicUrl = siteUrl(config.PUBLIC_URL, brand.host);
    const site = `${publicUrl}/app`;
    return {
      theatreUrl: organiserSlug ? `${site}/theatres/${encodeURIComponent(organiserSlug)}` : site,
      pageUrl: this.links.urlOf({ tenantId, recordId: id }, { publicUrl, language }),
    };
  }
}
