import type { brandV1, Language, publicAccountV1 } from '@coulisse/contracts';
import type { Mail } from '../mail/mail-sender.port';
import { ACCOUNT_TEXTS, type AccountTemplate } from './account-texts';
import { asHtml, asText, type Message } from './message-layout';

/**
 * The page that the link opens. The secret is behind `#`, which browsers do not send: no server, log or other site gets
 * it.
 */
export const linkOf = (
  publicUrl: string,
  token: string,
  language: Language,
  page = 'account/password',
): string => `${publicUrl.replace(/\/+$/, '')}/app/${page}?lang=${language}#${token}`;

/** The page of a login is the theatre's, so that it can mail another link when this one is used or too old. */
function pageOf({ template, organiserSlug }: publicAccountV1.IssueAccountLinkResponse): string {
  if (template === 'ACCOUNT_ERASE') return 'account/erase';
  const isLogin = template === 'ACCOUNT_LOGIN' || template === 'ACCOUNT_OPEN';
  return isLogin ? `theatres/${encodeURIComponent(organiserSlug)}/login` : 'account/password';
}

/** The mail that carries a link to the owner of an address, in the look of the theatre. */
export function accountMail(
  issued: publicAccountV1.IssueAccountLinkResponse,
  brand: brandV1.GetBrandResponse,
  publicUrl: string,
  messageId: string,
): Mail {
  const language: Language = issued.language === 'en' ? 'en' : 'fr';
  const texts = ACCOUNT_TEXTS[language];
  const words = texts.templates[issued.template as AccountTemplate];
  const organiser = issued.organiserName;
  const url = linkOf(publicUrl, issued.token, language, pageOf(issued));
  const content: Message = {
    language,
    organiser,
    brand,
    title: words.title,
    hello: texts.hello(issued.name),
    paragraphs: [words.intro(organiser)],
    action: { label: words.action, url, fallback: texts.address },
    after: [texts.validity(issued.minutes), words.otherwise],
    facts: [],
    closing: texts.closing,
    footer: texts.automatic(organiser),
  };
  return {
    messageId,
    fromName: organiser,
    to: { name: issued.name, address: issued.email },
    subject: words.subject(organiser).replace(/\s+/g, ' '),
    text: asText(content),
    html: asHtml(content),
    language,
    attachments: [],
  };
}
