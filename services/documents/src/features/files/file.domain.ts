import type { MessageId } from '@coulisse/contracts';

/** 20 MB: the size of a scanned contract of fifty pages. */
export const LARGEST_FILE = 20 * 1024 * 1024;

/** `typename` of executable files: tenants never attach them, attackers do. */
const PROGRAMS = new Set(['exe', 'ELF', 'macho', 'class', 'dex', 'msi', 'lnk', 'apk']);
/** Endings of names that a computer runs on a double click, whatever the content looks like. */
const PROGRAM_ENDINGS = new Set([
  ...[
    'exe',
    'com',
    'scr',
    'pif',
    'cpl',
    'msi',
    'msp',
    'dll',
    'lnk',
    'url',
    'scf',
    'reg',
    'hta',
    'jar',
    'apk',
  ],
  ...['bat', 'cmd', 'ps1', 'psm1', 'vb', 'vbs', 'vbe', 'js', 'jse', 'wsf', 'wsh', 'sh', 'command'],
]);
/** Displayed inline, because a browser runs nothing in them; all other types are downloads. */
const SHOWN = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
  'application/pdf',
]);
const IMAGES = new Set([...SHOWN].filter((type) => type.startsWith('image/')));
/** Text types whose content looks alike: the extension decides. */
const TEXTS: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  txt: 'text/plain',
  md: 'text/markdown',
  ics: 'text/calendar',
  vcf: 'text/vcard',
  json: 'application/json',
  eml: 'message/rfc822',
};

export const isShown = (mediaType: string): boolean => SHOWN.has(mediaType);
export const isImage = (mediaType: string): boolean => IMAGES.has(mediaType);

function isText(content: Uint8Array): boolean {
  if (content.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content);
    return true;
  } catch {
    return false;
  }
}

/** A possible type of a file, detected from its first bytes. */
export interface Signature {
  typename: string;
  mime?: string | undefined;
  extension?: string | undefined;
}

const endingOf = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** True for a program. A ZIP archive may be one too; then the extension decides. */
export const isProgram = (name: string, signatures: readonly Signature[]): boolean =>
  signatures.some(({ typename }) => PROGRAMS.has(typename)) &&
  (!signatures.some(({ typename }) => typename === 'zip') || PROGRAMS.has(endingOf(name)));

/**
 * The media type of a file, from its content. The name decides only where the content is ambiguous (an office document
 * is a ZIP archive) or has no signature (text types). Markup that a browser would run is plain text here.
 */
export function mediaTypeOf(name: string, content: Uint8Array, signatures: readonly Signature[]): string {
  const candidates = signatures.filter(({ mime }) => mime && !/svg|html|\/xml$/.test(mime));
  const ending = endingOf(name);
  const found = candidates.find(({ extension }) => extension?.replace('.', '') === ending) ?? candidates[0];
  if (found?.mime) return found.mime;
  if (!isText(content)) return 'application/octet-stream';
  return TEXTS[ending] ?? 'text/plain';
}

/** Why a file is refused; null when it is accepted. */
export function refusalReason(
  file: { name: string; size: number; mediaType: string; isProgram: boolean },
  imageOnly: boolean,
): MessageId | null {
  if (file.size === 0) return 'validation.not-blank';
  if (file.size > LARGEST_FILE) return 'validation.file-size';
  if (file.isProgram || (imageOnly && !isImage(file.mediaType))) return 'validation.file-type';
  // Windows leaves out dots and blanks at the end of a name.
  if (PROGRAM_ENDINGS.has(endingOf(file.name.replace(/[. ]+$/, '')))) return 'validation.file-extension';
  return null;
}

/** A name without folders, control and bidirectional characters; `fichier` when nothing is left. */
export function tidyName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const clean = last
    // eslint-disable-next-line no-control-regex -- control characters are removed here
    .replace(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  if (clean.length <= 255) return clean || 'fichier';
  const ending = /\.[a-z0-9]{1,8}$/i.exec(clean)?.[0] ?? '';
  return clean.slice(0, 255 - ending.length) + ending;
}

/** The Content-Type of a file. A file is only classified as text when it is valid UTF-8, hence the charset. */
export const contentTypeOf = (mediaType: string): string =>
  mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType;
