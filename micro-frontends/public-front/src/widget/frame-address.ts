import type { WidgetLanguage } from './texts';

/** What the element shows: a performance, a show, or all shows of a theatre. */
export interface Shown {
  theatre: string | null;
  show: string | null;
  performance: string | null;
}

const KEY = /^[\w-]{1,80}$/;
const valid = (value: string | null): string | null => (value !== null && KEY.test(value) ? value : null);

/** Path of the page below the public front; null when the attributes name nothing. */
function pagePath({ theatre, show, performance }: Shown): string | null {
  if (valid(performance)) return `/reservations/cart/add/${performance}`;
  if (valid(show)) return `/spectacles/${show}`;
  return valid(theatre) ? `/theatres/${theatre}` : null;
}

export interface Addresses {
  /** Of the frame. */
  frame: string;
  /** Of the same page for a link, which opens alone. */
  page: string;
}

/** Addresses of what the element shows, in a page of this origin and language. */
export function addressesOf(
  shown: Shown,
  { tickets, site, language }: { tickets: string; site: string; language: WidgetLanguage },
): Addresses | null {
  const path = pagePath(shown);
  const key = valid(shown.theatre) ?? valid(shown.show) ?? valid(shown.performance);
  if (path === null || key === null) return null;
  const query = new URLSearchParams({ lang: language, parent: site });
  return {
    frame: `${tickets}/app/embed/${key}${path}?${query}`,
    page: `${tickets}/app${path}?lang=${language}`,
  };
}

/** French unless the nearest `lang` of the page is English. */
export const languageAt = (element: Element): WidgetLanguage =>
  /^en\b/i.test(element.closest('[lang]')?.getAttribute('lang') ?? '') ? 'en' : 'fr';
