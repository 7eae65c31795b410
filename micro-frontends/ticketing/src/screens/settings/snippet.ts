import type { Language } from '@coulisse/ui-kit';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

export interface SnippetChoice {
  /** Origin of the public pages. */
  tickets: string;
  /** Short name of the theatre. */
  theatre: string;
  /** One show; all of the theatre without it. */
  show?: { id: string; name: string };
  language: Language;
}

const LINKS: Readonly<Record<Language, (name?: string) => string>> = {
  fr: (name) => (name === undefined ? 'Réserver vos places' : `Réserver vos places : ${name}`),
  en: (name) => (name === undefined ? 'Book your seats' : `Book your seats: ${name}`),
};

/** Lines that a theatre puts into a page of its own site. The link is for browsers that run no script. */
export function snippetOf({ tickets, theatre, show, language }: SnippetChoice): string {
  const path = show ? `/spectacles/${show.id}` : `/theatres/${theatre}`;
  const attributes = [
    `theatre="${escapeHtml(theatre)}"`,
    ...(show ? [`show="${show.id}"`] : []),
    `lang="${language}"`,
  ];
  return [
    `<script src="${tickets}/app/widget.js" async></script>`,
    `<coulisse-tickets ${attributes.join(' ')}>`,
    `  <a href="${tickets}/app${path}?lang=${language}">${escapeHtml(LINKS[language](show?.name))}</a>`,
    '</coulisse-tickets>',
  ].join('\n');
}
