import type { MessageId } from '@coulisse/contracts';

/** 20 MB: what a scanned contract of fifty pages takes. */
export const LARGEST_FILE = 20 * 1024 * 1024;

/** Programs: nothing that a theatre attaches, and the first thing that an attacker does. Their names in `Signature`. */
const PROGRAMS = new Set(['exe', 'ELF', 'macho', 'class', 'dex', 'msi', 'lnk', 'apk']);
/** Shown by a browser without running anything; everything else is only ever downloaded. */
const SHOWN = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
  'application/pdf',
]);
const IMAGES = new Set([...SHOWN].filter((type) => type.startsWith('image/')));
/** Kinds of text that look alike: the name says which one it is. */
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

/** What the first bytes of a file say that it may be. */
export interface Signature {
  typename: string;
  mime?: string | undefined;
  extension?: string | undefined;
}

const endingOf = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** True of a program. An archive may be one as well: what it is called then decides. */
export const isProgram = (name: string, signatures: readonly Signature[]): boolean =>
  signatures.some(({ typename }) => PROGRAMS.has(typename)) &&
  (!signatures.some(({ typename }) => typename === 'zip') || PROGRAMS.has(endingOf(name)));

/**
 * What a file is: from its content, and from its name only where the content leaves a choice (a document of an office
 * suite is an archive) or says nothing (kinds of text). Markup that a browser would run is plain text here.
 */
export function mediaTypeOf(name: string, content: Uint8Array, signatures: readonly Signature[]): string {
  const known = signatures.filter(({ mime }) => mime && !/svg|html|\/xml$/.test(mime));
  const ending = endingOf(name);
  const found = known.find(({ extension }) => extension?.replace('.', '') === ending) ?? known[0];
  if (found?.mime) return found.mime;
  if (!isText(content)) return 'application/octet-stream';
  return TEXTS[ending] ?? 'text/plain';
}

/** Why a file is not taken; null when it is. */
export function refusal(
  file: { size: number; mediaType: string; isProgram: boolean },
  imageOnly: boolean,
): MessageId | null {
  if (file.size === 0) return 'validation.not-blank';
  if (file.size > LARGEST_FILE) return 'validation.file-size';
  if (file.isProgram || (imageOnly && !isImage(file.mediaType))) return 'validation.file-type';
  return null;
}

/** A name without folders, control characters or the marks that turn text round; `fichier` when nothing is left. */
export function tidyName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const clean = last
    // eslint-disable-next-line no-control-regex -- they are what is removed
    .replace(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim();
  if (clean.length <= 255) return clean || 'fichier';
  const ending = /\.[a-z0-9]{1,8}$/i.exec(clean)?.[0] ?? '';
  return clean.slice(0, 255 - ending.length) + ending;
}
