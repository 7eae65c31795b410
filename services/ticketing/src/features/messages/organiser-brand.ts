import { siteUrl } from '@coulisse/contracts/own-host';
import { PRODUCT_COLORS, siteColors } from '@coulisse/contracts/site-colors';
import { color, image, text, type DataOf } from '@coulisse/templates';
import { currentHost } from '../own-hosts/own-host.store';

/** What a theatre has set for the look of its pages, as far as mails and documents have it too. */
export interface BrandSettings {
  frontMode?: string | null;
  frontColor?: string | null;
  /** Id of a public file. */
  logo?: string | null;
  /** Host name of its own. */
  host?: string | null;
}

/** Columns of a statement that joins the settings as `own`. */
export const BRAND = `json_build_object('frontMode', own.front_mode, 'frontColor', own.front_color_for_custom,
  'logo', own.logos_id, 'host', ${currentHost('own')})`;

/** Keywords of the theatre in every template. */
export const organiserKeywords = {
  name: text,
  /** Of buttons and headings. */
  color,
  /** Of the ground of headers. */
  headerColor: color,
  /** Of the theatre's name on that ground. */
  nameColor: color,
  /** Empty without one: the name stands in its place. */
  logo: image,
};

type OrganiserData = DataOf<typeof organiserKeywords>;

/** The theatre's own colours where its pages have them, so that white text on them can be read. */
export function colorsOf({
  frontMode,
  frontColor,
}: BrandSettings): Record<keyof typeof PRODUCT_COLORS, string> {
  if (frontMode !== 'CUSTOM' || !frontColor) return PRODUCT_COLORS;
  const colors = siteColors(frontColor);
  return {
    color: colors['--primary'] ?? PRODUCT_COLORS.color,
    headerColor: colors['--primary-strong'] ?? PRODUCT_COLORS.headerColor,
    nameColor: '#ffffff',
  };
}

/** The address of the logo for mails; empty without a logo, and where mail programs could not fetch it safely. */
export function logoUrlOf({ logo, host }: BrandSettings, publicUrl: string): string {
  const isReachable = logo && publicUrl.startsWith('https://');
  return isReachable ? `${siteUrl(publicUrl, host)}/app-api/files/${logo}` : '';
}

export const organiserData = (
  name: string,
  settings: BrandSettings | undefined,
  logo = '',
): OrganiserData => ({
  name,
  ...colorsOf(settings ?? {}),
  logo,
});
