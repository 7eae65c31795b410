const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
  '`': '&#x60;',
  '=': '&#x3D;',
};

/** Escapes a value for the text and the quoted attributes of HTML, as Handlebars does. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"'`=]/g, (char) => ESCAPED[char]!);
