/**
 * Typefaces that a theatre may choose for the names and titles of its public pages, instead of the product's. They are
 * served here: no other site learns who reads the pages.
 */
export const SITE_FONTS = ['PLAYFAIR_DISPLAY', 'CORMORANT', 'MONTSERRAT', 'OSWALD'] as const;
export type SiteFont = (typeof SITE_FONTS)[number];
