import { resourcesOf } from '@coulisse/resource-server';
import { Problem, systemActor, type ServiceContext } from '@coulisse/service-kit';
import type { Templates } from '@coulisse/template-server';
import {
  keyOfVoucher,
  voucherDetails,
  type VoucherDetails,
} from '../gift-vouchers/voucher-details.read-model';
import { placeMessage, safeName } from './page-place';
import type { PrintedLogos } from './printed-logos';
import { voucherPdfData } from './voucher-data';
import { voucherPdf } from './voucher-template-kinds';

const RENDER_DEADLINE_MS = 40_000;

/** A voucher is rendered once for each last day: all that its PDF says stays as it is, but this. */
export const voucherDocumentKey = (validityDate: string): string => `voucher:${validityDate}`;
/** The last day that a document's key names. */
export const validityOfKey = (key: string): string => key.split(':')[1] ?? '';

/** Has the PDFs of gift vouchers rendered by documents. */
export class VoucherDocuments {
  constructor(
    private readonly templates: Templates,
    private readonly logos: PrintedLogos,
  ) {}

  /** Renders a voucher in the tenant's template; nothing when it is worth nothing. */
  async render(tenantId: string, voucherId: string, ctx: ServiceContext): Promise<void> {
    const actor = systemActor(tenantId, `write ${voucherPdf.name}`);
    const { voucher, key, template } = await ctx.db.inTenant(actor, async (tx) => {
      const found = await voucherDetails(tx, voucherId);
      if (!found) throw new Error(`gift voucher ${voucherId} does not exist`);
      return {
        voucher: found,
        key: await keyOfVoucher(tx, resourcesOf(ctx), voucherId),
        template: await this.templates.load(tx, voucherPdf, found.language),
      };
    });
    if (voucher.state !== 'VALIDATED') {
      ctx.log.info({ voucherId }, 'voucher.not_needed');
      return;
    }
    const logo = await this.logos.logoOf(tenantId, voucher.brand, ctx);
    const { html, places } = this.templates.renderPage(template, voucherPdfData({ ...voucher, logo }, key));
    try {
      await ctx.clients.rendering.renderDocument(
        {
          tenantId,
          subject: { resource: 'ticketing.gift-voucher', id: voucherId, label: voucher.code },
          kind: voucherPdf.name,
          key: voucherDocumentKey(voucher.validityDate),
          fileName: fileNameOf(voucher),
          html,
          places: places.map(placeMessage),
          urgent: true,
        },
        { deadlineMs: RENDER_DEADLINE_MS },
      );
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'document.gone') throw error;
      ctx.log.info({ voucherId }, 'voucher.not_needed');
    }
  }
}

const fileNameOf = ({ language, code }: VoucherDetails): string =>
  `${language === 'en' ? 'gift-voucher' : 'bon-cadeau'}-${safeName(code)}.pdf`;
