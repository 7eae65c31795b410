import type { Language } from '@coulisse/contracts';

/** What a message to a theatre is about; the sender chooses, so that the theatre can sort its mails. */
export const CONTACT_SUBJECTS = ['ORDER', 'SHOW', 'ACCESS', 'GIFT_VOUCHER', 'DATA', 'OTHER'] as const;
export type ContactSubject = (typeof CONTACT_SUBJECTS)[number];

export interface ContactMessage {
  name: string;
  email: string;
  subject: ContactSubject;
  /** Code of the order that it is about; may be empty. */
  orderCode: string;
  message: string;
  language: Language;
}

interface Words {
  subjects: Record<ContactSubject, string>;
  from: string;
  order: string;
  language: string;
  languages: Record<Language, string>;
  footer: (theatre: string) => string;
}

/** For the staff of the theatre, who read French. */
const WORDS: Words = {
  subjects: {
    ORDER: 'Une commande',
    SHOW: 'Un spectacle',
    ACCESS: 'Accès et handicap',
    GIFT_VOUCHER: 'Un bon cadeau',
    DATA: 'Données personnelles',
    OTHER: 'Autre sujet',
  },
  from: 'De',
  order: 'Commande',
  language: 'Langue',
  languages: { fr: 'français', en: 'anglais' },
  footer: (theatre) =>
    `Message écrit sur la page de contact de ${theatre}. Répondez directement à cet e-mail : la réponse part à son auteur.`,
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The mail to the theatre, as it was typed: nothing of it is HTML. */
export function contactMail(
  { name, email, subject, orderCode, message, language }: ContactMessage,
  theatre: string,
): { subject: string; text: string; html: string } {
  // Lists of sent mails keep the subject: it names no person.
  const title = [`[Contact] ${WORDS.subjects[subject]}`, orderCode].filter(Boolean).join(' ');
  const facts = [
    `${WORDS.from} : ${name} <${email}>`,
    ...(orderCode === '' ? [] : [`${WORDS.order} : ${orderCode}`]),
    `${WORDS.language} : ${WORDS.languages[language]}`,
  ];
  const footer = WORDS.footer(theatre);
  const paragraphs = message
    .split(/\n{2,}/)
    .map((paragraph) => escapeHtml(paragraph).replaceAll('\n', '<br>'));
  return {
    subject: title,
    text: [facts.join('\n'), message, `-- \n${footer}`].join('\n\n'),
    html: `<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="font:16px/24px sans-serif;color:#1d1a26"><p>${facts.map(escapeHtml).join('<br>')}</p>
${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('')}
<p style="font-size:13px;color:#575268">${escapeHtml(footer)}</p></body></html>`,
  };
}
