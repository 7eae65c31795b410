import { posix } from 'node:path';
import { TableRefusal, tooLargeUnpacked, type ReadLimits } from './limits';
import type { WorkbookArchive } from './workbook-archive';
import { readXml } from './xml-events';

const RELATIONS =
  /^http:\/\/(?:schemas\.openxmlformats|purl\.oclc)\.org\/(?:officeDocument|ooxml\/officeDocument)\/(?:2006\/)?relationships\//;
/** Ids of the built-in date and time formats, including the language-specific ones. */
const KNOWN_DATE_FORMATS = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
] as const;
/** Formats below this id are built in, not defined in the file. */
const FIRST_OWN_FORMAT = 100;
const DATE_TOKEN = /^(?:s{1,2}|m{1,5}|h{1,2}|am|pm|a|p|a{3,5}|d{1,4}|y|yy|yyyy|e{1,2}|eeee)$/;

/** The data needed to interpret the cells of the first sheet. */
export interface Workbook {
  /** Part name of the first sheet. */
  readonly sheet: string;
  readonly strings: readonly string[];
  /** Whether a style formats numbers as dates or times; by style index. */
  readonly dateStyles: readonly boolean[];
  /** True for the 1904 date system of old Macintosh programs. */
  readonly from1904: boolean;
}

interface Relation {
  readonly type: string;
  readonly target: string;
}

/** Decodes `_x000D_`: a workbook escapes characters that XML cannot contain this way. */
export const decodeEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : text;

/** Finds the first sheet by the relations of the workbook, and reads what its cells refer to. */
export async function readWorkbook(archive: WorkbookArchive, limits: ReadLimits): Promise<Workbook> {
  const root = await relationsOf(archive, '');
  const main = [...root.values()].find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const relations = await relationsOf(archive, main);
  const { sheets, from1904 } = await readSheets(archive, main);
  const sheet = sheets.map((id) => relations.get(id)).find((relation) => relation?.type === 'worksheet');
  if (!sheet || !archive.has(sheet.target)) throw new TableRefusal('import.unreadable');
  const part = (type: string) => {
    const related = [...relations.values()].find((relation) => relation.type === type)?.target;
    return related ?? posix.join(posix.dirname(main), `${type}.xml`);
  };
  return {
    sheet: sheet.target,
    from1904,
    strings: await readStrings(archive, part('sharedStrings'), limits),
    dateStyles: await readStyles(archive, part('styles')),
  };
}

/** The relations of a part by id; those of the archive itself if `part` is empty. */
async function relationsOf(archive: WorkbookArchive, part: string): Promise<Map<string, Relation>> {
  const found = new Map<string, Relation>();
  const [folder, file] = part ? [posix.dirname(part), posix.basename(part)] : ['', ''];
  const name = posix.join(folder, '_rels', `${file}.rels`);
  if (!archive.has(name)) return found;
  await readXml(archive.read(name), {
    open(tag, { Id = '', Type = '', Target = '', TargetMode = '' }) {
      if (tag !== 'Relationship' || TargetMode === 'External' || !RELATIONS.test(Type)) return;
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target);
      if (!found.has(Id)) found.set(Id, { type: Type.replace(RELATIONS, ''), target });
    },
  });
  return found;
}

async function readSheets(archive: WorkbookArchive, part: string) {
  const sheets: string[] = [];
  let from1904 = false;
  await readXml(archive.read(part), {
    open(tag, { id, date1904 }) {
      if (tag === 'sheet' && id) sheets.push(id);
      if (tag === 'workbookPr') from1904 = date1904 === '1' || date1904 === 'true';
    },
  });
  return { sheets, from1904 };
}

async function readStrings(archive: WorkbookArchive, part: string, limits: ReadLimits): Promise<string[]> {
  const strings: string[] = [];
  if (!archive.has(part)) return strings;
  const text = new RichText();
  await readXml(archive.read(part), {
    open(tag) {
      if (tag === 'si') text.begin();
      else text.open(tag);
    },
    close(tag) {
      text.close(tag);
      if (tag !== 'si') return;
      strings.push(decodeEscapes(text.value));
      // Every string costs memory, even an empty one.
      if (strings.length * 8 > limits.unpacked) throw tooLargeUnpacked(limits);
    },
    text: (piece) => text.add(piece),
  });
  return strings;
}

/** The text of a shared or inline string: of all its runs, without phonetic hints. */
export class RichText {
  value = '';
  private inText = false;
  private inPhonetic = false;

  begin(): void {
    this.value = '';
  }
  open(tag: string): void {
    if (tag === 't') this.inText = true;
    else if (tag === 'rPh') this.inPhonetic = true;
  }
  close(tag: string): void {
    if (tag === 't') this.inText = false;
    else if (tag === 'rPh') this.inPhonetic = false;
  }
  add(piece: string): void {
    if (this.inText && !this.inPhonetic) this.value += piece;
  }
}

async function readStyles(archive: WorkbookArchive, part: string): Promise<boolean[]> {
  const formats = new Map<number, string>();
  const base: number[] = [];
  const styles: { format: number | null; base: number | null }[] = [];
  let group = '';
  if (archive.has(part))
    await readXml(archive.read(part), {
      open(tag, { numFmtId, formatCode = '', xfId }) {
        if (tag === 'cellStyleXfs' || tag === 'cellXfs') group = tag;
        else if (tag === 'numFmt') formats.set(Number(numFmtId), formatCode);
        else if (tag === 'xf' && group === 'cellStyleXfs') base.push(Number(numFmtId ?? 0));
        else if (tag === 'xf' && group === 'cellXfs')
          styles.push({
            format: numFmtId === undefined ? null : Number(numFmtId),
            base: xfId === undefined ? null : Number(xfId),
          });
      },
      close(tag) {
        if (tag === group) group = '';
      },
    });
  return styles.map((style) => {
    const format = style.format ?? base[style.base ?? -1] ?? 0;
    return isDateFormat(format, formats.get(format));
  });
}

function isDateFormat(number: number, template: string | undefined): boolean {
  if (KNOWN_DATE_FORMATS.some(([from, to]) => number >= from && number <= to)) return true;
  return number >= FIRST_OWN_FORMAT && template !== undefined && isDateTemplate(template);
}

/** True if a section of a format consists only of date or time parts: `dd/mm/yyyy hh:mm`. */
export function isDateTemplate(template: string): boolean {
  const sections = template.toLowerCase().replace(/;@$/, '').replace(/\\./g, ' ').split(';');
  return sections.some((section) => {
    const tokens = section
      .replace(/"[^"]*"/g, ' ')
      .replace(/(\[?[smhd]{1,2}\]?)[.,]00?0?/g, '$1')
      .replace(/\[([smhd]{1,2})\]/g, '$1')
      .replace(/\[[^\]]*\]/g, '')
      .split(/[^a-z0#?%]+/)
      .filter(Boolean);
    return tokens.length > 0 && tokens.every((token) => DATE_TOKEN.test(token));
  });
}
