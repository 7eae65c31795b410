import type { SiteFont } from '@coulisse/contracts/site-fonts';

/** Each typeface is a sheet of its own, with the rule that applies it below `data-font`. */
const SHEETS: Readonly<Record<SiteFont, () => Promise<unknown>>> = {
  PLAYFAIR_DISPLAY: () =>
    import(/* webpackChunkName: "font-PLAYFAIR_DISPLAY" */ './styles/site-fonts/playfair-display.css'),
  CORMORANT: () => import(/* webpackChunkName: "font-CORMORANT" */ './styles/site-fonts/cormorant.css'),
  MONTSERRAT: () => import(/* webpackChunkName: "font-MONTSERRAT" */ './styles/site-fonts/montserrat.css'),
  OSWALD: () => import(/* webpackChunkName: "font-OSWALD" */ './styles/site-fonts/oswald.css'),
};

/** Loads the typeface of a theatre; its files come when a text uses it. */
export const loadSiteFont = (font: SiteFont): Promise<unknown> => SHEETS[font]();
