/** Colours of a theatre, and the address of its logo; empty without one. */
export interface MessageBrand {
  color: string;
  headerColor: string;
  nameColor: string;
  logoUrl: string;
}

/** A mail as plain content; its two forms are made from the same words. */
export interface Message {
  language: 'fr' | 'en';
  organiser: string;
  brand: MessageBrand;
  title: string;
  hello: string;
  paragraphs: string[];
  /** A sentence that must not be missed. */
  notice?: string;
  facts: { label: string; value: string }[];
  /** Link to open, with a sentence before its address in full. */
  action?: { label: string; url: string; fallback: string };
  /** Paragraphs below the facts and the action. */
  after?: string[];
  closing: string;
  footer: string;
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

export function asText(message: Message): string {
  const width = Math.max(0, ...message.facts.map((fact) => fact.label.length));
  const facts = message.facts.map((fact) => `${fact.label.padEnd(width)}  ${fact.value}`);
  return [
    message.hello,
    ...(message.notice ? [message.notice] : []),
    ...message.paragraphs,
    ...(facts.length > 0 ? [facts.join('\n')] : []),
    ...(message.action ? [`${message.action.label}:\n${message.action.url}`] : []),
    ...(message.after ?? []),
    `${message.closing}\n${message.organiser}`,
    `-- \n${message.footer}`,
  ].join('\n\n');
}

const FONT = "Inter,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const SERIF = "Fraunces,Georgia,'Times New Roman',serif";

const paragraph = (text: string): string => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;

const factRow = ({ label, value }: { label: string; value: string }): string =>
  `<tr><td style="padding:8px 16px 8px 0;border-bottom:1px solid #e7e4ed;color:#575268;white-space:nowrap;vertical-align:top">${escapeHtml(label)}</td>` +
  `<td style="padding:8px 0;border-bottom:1px solid #e7e4ed;font-weight:600">${escapeHtml(value)}</td></tr>`;

const factTable = ({ facts }: Message): string =>
  facts.length === 0
    ? ''
    : `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 24px;border-top:1px solid #e7e4ed;font:15px/22px ${FONT}">${facts.map(factRow).join('')}</table>`;

const actionBlock = ({ action, brand }: Message): string =>
  action
    ? `<p style="margin:8px 0 20px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 22px;border-radius:8px;background:${escapeHtml(brand.color)};color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>` +
      `<p style="margin:0 0 16px;font-size:13px;line-height:19px;color:#575268">${escapeHtml(action.fallback)}<br><span style="word-break:break-all">${escapeHtml(action.url)}</span></p>`
    : '';

/** The logo, which is drawn for white paper, or the name. A mail program that shows no pictures shows the name. */
const header = ({ organiser, brand }: Message): string => {
  const name = escapeHtml(organiser);
  const shown = brand.logoUrl
    ? `<img src="${escapeHtml(brand.logoUrl)}" alt="${name}" height="44" style="display:block;height:44px;max-width:100%;box-sizing:border-box;object-fit:contain;padding:6px 10px;border:0;border-radius:8px;background:#ffffff;color:#1d1a26">`
    : name;
  return `<p style="margin:0 0 6px;font:600 15px/20px ${SERIF};color:${escapeHtml(brand.nameColor)}">${shown}</p>`;
};

/** Tables and inline styles, because mail clients render them alike; nothing is fetched but the logo. */
export function asHtml(message: Message): string {
  const notice = message.notice
    ? `<p style="margin:0 0 16px;padding:12px 16px;border-radius:8px;background:#fdf1dc;color:#8f5400">${escapeHtml(message.notice)}</p>`
    : '';
  return `<!doctype html><html lang="${message.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light"><title>${escapeHtml(message.title)}</title></head>
<body style="margin:0;padding:0;background:#f7f6f9"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f7f6f9"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #e7e4ed;border-radius:14px;font:16px/24px ${FONT};color:#1d1a26">
<tr><td style="padding:24px 28px;border-radius:13px 13px 0 0;background:${escapeHtml(message.brand.headerColor)}">${header(message)}
<h1 style="margin:0;font:600 26px/31px ${SERIF};color:#ffffff">${escapeHtml(message.title)}</h1></td></tr>
<tr><td style="padding:28px">${paragraph(message.hello)}${notice}${message.paragraphs.map(paragraph).join('')}
${factTable(message)}${actionBlock(message)}${(message.after ?? []).map(paragraph).join('')}
<p style="margin:0">${escapeHtml(message.closing)}<br><strong>${escapeHtml(message.organiser)}</strong></p></td></tr>
<tr><td style="padding:16px 28px 24px;border-top:1px solid #e7e4ed;font:13px/19px ${FONT};color:#575268">${escapeHtml(message.footer)}</td></tr>
</table></td></tr></table></body></html>`;
}
