import { siteUrl } from '@coulisse/contracts/own-host';
import { systemActor, type ServiceContext } from '@coulisse/service-kit';
import type { Templates } from '@coulisse/template-server';
import { oneLine } from '@coulisse/templates';
import { logoUrlOf } from '../messages/organiser-brand';
import { fullName } from '../../resources/full-name';
import { sendRenderedMail } from '../messages/send-rendered-mail';
import { entryDetails, type EntryDetails, type EntryState } from './entry.read-model';
import type { WaitingMail, WaitingMailOrder } from './waiting-mail-order';
import { waitingData, waitingTemplates } from './waiting-templates';
import type { WaitingLinks } from './waiting-links';

/** Of the record in the list of sent mails. */
const LABEL_LENGTH = 160;
/** States in which a mail is still true; one that comes too late is not sent. */
const TRUE_IN: Readonly<Record<WaitingMail, EntryState>> = {
  JOINED: 'WAITING',
  OFFER: 'OFFERED',
  EXPIRED: 'EXPIRED',
  ENDED: 'ENDED',
};

/** Writes the mails of waiting lists with the tenant's templates; notifications sends them. */
export class WaitingMails {
  constructor(
    private readonly templates: Templates,
    private readonly links: WaitingLinks,
  ) {}

  async send(tenantId: string, { entryId, mail, key }: WaitingMailOrder, ctx: ServiceContext): Promise<void> {
    const kind = waitingTemplates[mail];
    const actor = systemActor(tenantId, `write ${kind.name}`);
    const { entry, template } = await ctx.db.inTenant(actor, async (tx) => {
      const details = await entryDetails(tx, entryId);
      return { entry: details, template: await this.templates.load(tx, kind, details.language) };
    });
    if (entry.state !== TRUE_IN[mail]) return ctx.log.info({ entryId, kind: kind.name }, 'mail.not_needed');
    const rendered = await this.templates.renderMail(
      template,
      waitingData(
        entry,
        this.urlOf(tenantId, entry, ctx),
        logoUrlOf(entry.organiser.site, ctx.config.PUBLIC_URL),
      ),
    );
    await sendRenderedMail(
      {
        tenantId,
        key: `waiting-list:${key}`,
        kind: kind.name,
        to: { name: oneLine(fullName(entry)), address: entry.email },
        fromName: oneLine(entry.organiser.name),
        ...rendered,
        language: entry.language,
        documentIds: [],
        fileIds: template.fileIds,
        subjectRecord: {
          resource: 'ticketing.waiting-entry',
          id: entryId,
          label: oneLine(fullName(entry), LABEL_LENGTH),
        },
      },
      ctx,
    );
  }

  private urlOf(
    tenantId: string,
    { id, language, organiser }: EntryDetails,
    { config }: ServiceContext,
  ): string {
    const publicUrl = siteUrl(config.PUBLIC_URL, organiser.site.host);
    return this.links.urlOf({ tenantId, entryId: id }, { publicUrl, language });
  }
}
