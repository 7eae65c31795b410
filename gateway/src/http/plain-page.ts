import { digestSource } from '../fronts/security-headers';

export interface PlainText {
  title: string;
  text: string;
}

/** A link of a page; without an address it opens the page again. */
export interface PlainAction {
  label: string;
  href: string;
}

const RETRY = { fr: 'Réessayer', en: 'Try again' };
/** Opens the page again. */
export const retryAction = (language: 'fr' | 'en'): PlainAction => ({ label: RETRY[language], href: '' });

const STYLES = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;font:17px/26px Inter,system-ui,sans-serif;background:#f7f6f9;color:#1d1a26}main{max-width:32rem;padding:24px}section+section{margin-top:32px;padding-top:24px;border-top:1px solid #d9d5e2}h1{margin:0 0 8px;font:600 28px/34px Fraunces,Georgia,serif}h2{margin:0 0 8px;font:600 22px/28px Fraunces,Georgia,serif}p{margin:0 0 16px}small{overflow-wrap:anywhere}a{display:inline-block;padding:10px 18px;border-radius:8px;background:#47216b;color:#fff;font-weight:600;text-decoration:none}a:focus-visible{outline:3px solid #c98211;outline-offset:2px}@media(prefers-color-scheme:dark){body{background:#15121c;color:#f2eff7}section+section{border-color:#3a3446}a{background:#d9c2f5;color:#1d1029}}`;

export const PLAIN_PAGE_POLICY = `default-src 'none'; style-src ${digestSource(STYLES)}; base-uri 'none'; frame-ancestors 'self'`;

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

interface PlainPageOptions {
  /** Of the visitor; the other language follows below. */
  language: 'fr' | 'en';
  texts: Readonly<Record<'fr' | 'en', PlainText>>;
  action: PlainAction;
  /** For who reports the error: it finds the request in logs and traces. */
  reference?: string | null;
}

/** A page in both languages. It needs nothing else: no script, file or service that could be away. */
export function plainPage({ language, texts, action, reference }: PlainPageOptions): string {
  const other = language === 'fr' ? 'en' : 'fr';
  const text = (key: 'fr' | 'en') => ({
    title: escapeHtml(texts[key].title),
    text: escapeHtml(texts[key].text),
  });
  const [first, second] = [text(language), text(other)];
  const end = reference
    ? `<p><small>${language === 'fr' ? 'Référence' : 'Reference'} ${escapeHtml(reference)}</small></p>`
    : '';
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${first.title}</title><style>${STYLES}</style></head><body><main><section><h1>${first.title}</h1><p>${first.text}</p><a href="${escapeHtml(action.href)}">${escapeHtml(action.label)}</a>${end}</section><section lang="${other}"><h2>${second.title}</h2><p>${second.text}</p></section></main></body></html>`;
}
