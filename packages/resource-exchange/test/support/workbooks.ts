import { deflateRawSync } from 'node:zlib';

/** A part of an archive; the optional properties make its headers false. */
export interface Part {
  name: string;
  content: Uint8Array | string;
  /** Unpacked size stated in the headers. */
  statedSize?: number;
  /** Its data overlaps that of the first part. */
  overFirst?: boolean;
}

/** A zip archive, written by hand so that its headers can be false. */
export function archive(parts: readonly Part[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  let first = { offset: 0, packed: 0 };
  for (const [index, { name, content, statedSize, overFirst }] of parts.entries()) {
    const bytes = Buffer.from(content as string);
    const data = overFirst ? Buffer.alloc(0) : deflateRawSync(bytes);
    const packed = overFirst ? first.packed : data.length;
    const size = statedSize ?? bytes.length;
    const label = Buffer.from(name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(packed, 18);
    local.writeUInt32LE(size, 22);
    local.writeUInt16LE(label.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(20, 4);
    central.writeUInt16LE(20, 6);
    central.writeUInt16LE(8, 10);
    central.writeUInt32LE(packed, 20);
    central.writeUInt32LE(size, 24);
    central.writeUInt16LE(label.length, 28);
    central.writeUInt32LE(overFirst ? first.offset : offset, 42);
    directory.push(central, label);
    if (index === 0) first = { offset, packed };
    if (overFirst) continue;
    locals.push(local, label, data);
    offset += local.length + label.length + data.length;
  }
  const table = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(parts.length, 0xffff), 8);
  end.writeUInt16LE(Math.min(parts.length, 0xffff), 10);
  end.writeUInt32LE(table.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, table, end]);
}

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** The part that states the types of all others; some readers need it. */
const contentTypes = (...list: [path: string, type: string][]) =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${list
    .map(([path, type]) => `<Override PartName="/${path}" ContentType="${TYPE}.${type}+xml"/>`)
    .join('')}</Types>`;
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (...list: [id: string, type: string, target: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

export interface WorkbookParts {
  /** XML inside `sheetData`, or the whole part when it begins with `<?xml`. */
  rows: string;
  strings?: string;
  styles?: string;
  /** Path of the sheet as stated in the workbook. */
  target?: string;
  path?: string;
  /** Attributes of `workbookPr`. */
  properties?: string;
  without?: readonly string[];
  extraParts?: readonly Part[];
}

/** The parts of a workbook of one sheet. */
export function workbookParts({
  rows,
  strings,
  styles,
  target = 'worksheets/sheet1.xml',
  path = `xl/${target}`,
  properties = '',
  without = [],
  extraParts = [],
}: WorkbookParts): Part[] {
  const sheet = rows.startsWith('<?xml')
    ? rows
    : `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;
  const parts: Part[] = [
    {
      name: '[Content_Types].xml',
      content: contentTypes(
        ['xl/workbook.xml', 'sheet.main'],
        [path, 'worksheet'],
        ...(strings ? [['xl/sharedStrings.xml', 'sharedStrings'] as [string, string]] : []),
        ...(styles ? [['xl/styles.xml', 'styles'] as [string, string]] : []),
      ),
    },
    { name: '_rels/.rels', content: relations(['r1', 'officeDocument', 'xl/workbook.xml']) },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr ${properties}/><sheets><sheet name="Feuille" sheetId="1" r:id="s1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(
        ['s1', 'worksheet', target],
        ['t1', 'sharedStrings', 'sharedStrings.xml'],
        ['y1', 'styles', 'styles.xml'],
      ),
    },
    { name: path, content: sheet },
    ...(strings ? [{ name: 'xl/sharedStrings.xml', content: `<sst xmlns="${MAIN}">${strings}</sst>` }] : []),
    ...(styles
      ? [{ name: 'xl/styles.xml', content: `<styleSheet xmlns="${MAIN}">${styles}</styleSheet>` }]
      : []),
    ...extraParts,
  ];
  return parts.filter(({ name }) => !without.includes(name));
}
export const workbook = (parts: WorkbookParts | string): Buffer =>
  archive(workbookParts(typeof parts === 'string' ? { rows: parts } : parts));

/** A cell with an inline string. */
export const cell = (place: string, text: string) =>
  `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
export const row = (number: number, ...cells: string[]) => `<row r="${number}">${cells.join('')}</row>`;

const LETTERS = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : LETTERS(Math.floor(index / 26) - 1) + LETTERS(index % 26);
/** `A`, `B`, … of a column from 0. */
export const letters = LETTERS;
