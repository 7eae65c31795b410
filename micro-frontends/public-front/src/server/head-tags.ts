import { embeddedBase } from '@coulisse/contracts/embedding';
import { siteUrl } from '@coulisse/contracts/own-host';
import { LANGUAGES } from '@coulisse/ui-kit/format';
import type { Show, TheatrePlace } from '../api/types';
import { inlineJson, type FirstScreen } from '../app/first-screen';
import type { Texts } from '../texts/translator';
import { eventData, posterUrl } from './event-data';
import { escapeHtml } from './template';

interface HeadOptions {
  origin: string;
  /** Without the query: what a visitor has chosen is the same page to a search engine. */
  path: string;
  title: string;
  screen: FirstScreen;
  text: Texts;
}

const LOCALES = { fr: 'fr_FR', en: 'en_GB' };
const LONGEST_DESCRIPTION = 200;

function summary(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length <= LONGEST_DESCRIPTION
    ? line
    : `${line.slice(0, LONGEST_DESCRIPTION).replace(/\s\S*$/u, '')}…`;
}

function dataOf<T>({ queries }: FirstScreen, name: string): T | undefined {
  const [, data] = queries.find(([key]) => key[0] === name) ?? [];
  return data as T | undefined;
}

/** What search engines, and sites on which a page is shared, read of it. */
export function headTags({ origin: requested, path, title, screen, text }: HeadOptions): string {
  // The same page as the one that stands alone, in the frame of another site.
  if (embeddedBase(path)) return '<meta name="robots" content="noindex">';
  const show = dataOf<Show>(screen, 'show');
  const theatre = dataOf<TheatrePlace>(screen, 'theatre');
  // One address for search engines, wherever a page was opened: the theatre's own host.
  const origin = siteUrl(requested, screen.theatre?.site?.host);
  const address = origin + path;
  const description = summary(
    show
      ? [show.shortDescription, show.description].filter(Boolean).join('. ')
      : theatre
        ? [theatre.name, theatre.address || theatre.city].filter(Boolean).join(', ')
        : (text['home.text'] ?? ''),
  );
  const meta = (name: string, content: string | undefined) =>
    content &&
    `<meta ${name.includes(':') ? 'property' : 'name'}="${name}" content="${escapeHtml(content)}">`;
  const isDrawn = show?.poster.kind !== 'STORED';
  const tags = [
    `<link rel="canonical" href="${escapeHtml(address)}">`,
    ...LANGUAGES.map(
      (language) =>
        `<link rel="alternate" hreflang="${language}" href="${escapeHtml(`${address}?lang=${language}`)}">`,
    ),
    show?.isListed === false && meta('robots', 'noindex'),
    meta('description', description),
    meta('og:type', 'website'),
    meta('og:title', title),
    meta('og:description', description),
    meta('og:url', address),
    meta('og:locale', LOCALES[screen.language]),
    // Sites on which a page is shared do not show SVG.
    show && !isDrawn && meta('og:image', posterUrl(show.poster, origin)),
    show && !isDrawn && meta('og:image:alt', show.poster.alt),
    show &&
      show.performances.length > 0 &&
      `<script type="application/ld+json">${inlineJson(eventData(show, origin))}</script>`,
  ];
  return tags.filter(Boolean).join('');
}
