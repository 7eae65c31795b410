import type { ServiceContext } from '@coulisse/service-kit';
import { ExpiringCache } from '@coulisse/service-kit/auth';
import type { BrandSettings } from './organiser-brand';

/** Some megabytes: each has 12 kB at most. */
const KEPT = 200;
const KEPT_MS = 3_600_000;
const DEADLINE_MS = 10_000;

/** Logos for documents, which contain their pictures: nothing is fetched when a page is printed. */
export class PrintedLogos {
  private readonly kept = new ExpiringCache<string>(KEPT);

  /** The theatre's logo as a `data:` address; empty without one. */
  async logoOf(tenantId: string, { logo }: BrandSettings, ctx: ServiceContext): Promise<string> {
    if (!logo) return '';
    const key = `${tenantId} ${logo}`;
    const earlier = this.kept.get(key);
    if (earlier !== undefined) return earlier;
    const { mediaType, content } = await ctx.clients.files.getLogo(
      { tenantId, fileId: logo },
      { deadlineMs: DEADLINE_MS },
    );
    const picture =
      content.length > 0 ? `data:${mediaType};base64,${Buffer.from(content).toString('base64')}` : '';
    this.kept.set(key, picture, KEPT_MS);
    return picture;
  }
}
