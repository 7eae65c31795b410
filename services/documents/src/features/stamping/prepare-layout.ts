import type { Place } from '@coulisse/templates/place';
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFPage,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import * as fontkit from 'fontkit';
import { edgeAddress, isPlaceAddress, PROBE } from './layout-page';
import type { PreparedLayout, Slot } from './prepared-layout';
import { inverse, type ProbeSection, probeSections } from './probe-sections';
import { type Typeface, typefaceKey, type Typefaces } from './typeface';

/** Why a printed layout cannot be stamped. */
export class LayoutError extends Error {
  override readonly name = 'LayoutError';
}

const name = (text: string): PDFName => PDFName.of(text);

/** A link of a place: its annotation and its element of the structure. */
interface PlaceLink {
  readonly address: string;
  readonly rectangle: { x: number; y: number; width: number; height: number };
  readonly element: PDFDict;
  /** Of its letter. */
  readonly mcid: number | undefined;
}

/**
 * Replaces the probes of a printed layout by drawings that the file does not have yet, and the links of its places by
 * texts or figures in the structure that screen readers follow. Throws a LayoutError when a place is not as expected.
 */
export async function prepareLayout(
  printed: Buffer,
  places: readonly Place[],
  typefaces: Typefaces,
): Promise<PreparedLayout> {
  const pdf = await PDFDocument.load(printed, { updateMetadata: false });
  pdf.registerFontkit(fontkit as never);
  const fonts = await embedFonts(pdf, places, typefaces);
  const slots = new Map<number, Omit<Slot, 'object'> & { page: PDFPage; drawingName: string }>();
  for (const page of pdf.getPages()) preparePage(pdf, page, places, fonts, slots);
  if (slots.size !== places.length)
    throw new LayoutError(`${slots.size} of ${places.length} places are printed`);
  await pdf.flush();
  // The objects of the drawings come last, so that an addition to the file has one range of them.
  const numbered = places.map((_place, index): Slot => {
    const { page, drawingName, ...slot } = slots.get(index)!;
    const drawing = pdf.context.nextRef();
    drawingsOf(page).set(name(drawingName), drawing);
    return { ...slot, object: drawing.objectNumber } as Slot;
  });
  const bytes = Buffer.from(await pdf.save({ useObjectStreams: false, updateFieldAppearances: false }));
  return { pdf: bytes, slots: numbered, pages: pdf.getPageCount(), trailer: trailerOf(pdf, bytes) };
}

interface EmbeddedFont {
  readonly typeface: Typeface;
  readonly object: number;
}

async function embedFonts(
  pdf: PDFDocument,
  places: readonly Place[],
  typefaces: Typefaces,
): Promise<Map<string, EmbeddedFont>> {
  const fonts = new Map<string, EmbeddedFont>();
  for (const place of places) {
    if (place.kind !== 'text' || fonts.has(typefaceKey(place.style))) continue;
    const typeface = await typefaces.get(place.style);
    const font = await pdf.embedFont(typeface.bytes, { subset: false });
    fonts.set(typefaceKey(place.style), { typeface, object: font.ref.objectNumber });
  }
  return fonts;
}

function preparePage(
  pdf: PDFDocument,
  page: PDFPage,
  places: readonly Place[],
  fonts: ReadonlyMap<string, EmbeddedFont>,
  slots: Map<number, Omit<Slot, 'object'> & { page: PDFPage; drawingName: string }>,
): void {
  const links = takeLinks(pdf, page);
  if (links.size === 0) return;
  const content = contentOf(page);
  const sections = probeSections(content);
  const sectionOf = (address: string): ProbeSection => {
    const link = links.get(address);
    const section = link?.mcid === undefined ? undefined : sections.get(link.mcid);
    if (!section) throw new LayoutError(`${address} has no letter of its own`);
    return section;
  };
  const edits: { section: ProbeSection; text: string }[] = [];
  for (const [index, place] of places.entries()) {
    const link = links.get(edgeAddress(index, 'start'));
    if (!link) continue;
    const drawingName = `Place${index}`;
    const drawn = `/${drawingName} Do\n`;
    const end = sectionOf(edgeAddress(index, 'end'));
    const ending = links.get(edgeAddress(index, 'end'))!;
    if (place.kind === 'text') {
      const start = sectionOf(link.address);
      edits.push({ section: start, text: drawn }, { section: end, text: '' });
      slots.set(index, { page, drawingName, ...textSlot(place, start, end, fonts) });
      describeAs('Span', link);
      describeAs('NonStruct', ending);
    } else {
      edits.push({ section: end, text: drawn });
      slots.set(index, { page, drawingName, ...squareSlot(link, end) });
      describeAs('NonStruct', link);
      describeAs('Figure', ending);
      ending.element.set(name('Alt'), PDFHexString.fromText(qrCodeName(pdf)));
    }
  }
  page.node.set(name('Contents'), pdf.context.register(pdf.context.flateStream(edited(content, edits))));
}

function textSlot(
  { style }: Extract<Place, { kind: 'text' }>,
  start: ProbeSection,
  end: ProbeSection,
  fonts: ReadonlyMap<string, EmbeddedFont>,
): Omit<Extract<Slot, { kind: 'text' }>, 'object'> {
  const { typeface, object } = fonts.get(typefaceKey(style))!;
  const probe = typeface.shape(PROBE)!.width * (start.size / 1000);
  const isOneLine =
    start.y === end.y &&
    start.size === end.size &&
    start.matrix.every((value, at) => value === end.matrix[at]);
  // Narrower than two letters, the second one no longer shows where the place ends.
  if (!isOneLine || end.x - start.x < probe) throw new LayoutError('a place has no line of its own');
  return {
    ...{ kind: 'text', typeface, font: object, size: start.size, align: style.align },
    ...{ left: start.x, right: end.x + probe, baseline: start.y },
  };
}

/** The browser draws pictures where it says that their links are: at whole pixels. */
function squareSlot(
  { rectangle: { x, y, width, height } }: PlaceLink,
  { matrix }: ProbeSection,
): Omit<Extract<Slot, { kind: 'qrCode' }>, 'object'> {
  const corners = [inverse(matrix, x, y + height), inverse(matrix, x + width, y)] as const;
  const [first, second] = corners;
  return {
    kind: 'qrCode',
    ...{ left: first.x, top: first.y, width: second.x - first.x, height: second.y - first.y },
  };
}

/** The instructions that draw the page, with the probes replaced. */
function edited(content: string, edits: readonly { section: ProbeSection; text: string }[]): string {
  let result = '';
  let at = 0;
  for (const { section, text } of edits.toSorted((a, b) => a.section.from - b.section.from)) {
    result += content.slice(at, section.from) + text;
    at = section.to;
  }
  return result + content.slice(at);
}

function contentOf(page: PDFPage): string {
  const contents = page.node.Contents();
  const stream =
    contents instanceof PDFArray ? (contents.size() === 1 ? contents.lookup(0) : null) : contents;
  if (!(stream instanceof PDFRawStream)) throw new LayoutError('the page has no drawing');
  return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
}

function drawingsOf(page: PDFPage): PDFDict {
  const resources = page.node.Resources();
  if (!resources) throw new LayoutError('the page has no resources');
  let drawings = resources.lookupMaybe(name('XObject'), PDFDict);
  if (!drawings) {
    drawings = page.doc.context.obj({});
    resources.set(name('XObject'), drawings);
  }
  return drawings;
}

/** The links of places, which are no longer links of the page. */
function takeLinks(pdf: PDFDocument, page: PDFPage): Map<string, PlaceLink> {
  const links = new Map<string, PlaceLink>();
  const annotations = page.node.Annots();
  if (!annotations) return links;
  const elements = elementsOfAnnotations(pdf);
  const others: PDFRef[] = [];
  for (const reference of annotations.asArray()) {
    if (!(reference instanceof PDFRef)) continue;
    const annotation = pdf.context.lookup(reference, PDFDict);
    const address = addressOf(annotation);
    if (address === null || !isPlaceAddress(address)) {
      others.push(reference);
      continue;
    }
    const element = elements.get(reference.objectNumber);
    const mcid = element && markedContentOf(element);
    if (!element || links.has(address)) throw new LayoutError(`${address} is not one link`);
    const rectangle = annotation.lookup(name('Rect'), PDFArray).asRectangle();
    links.set(address, { address, rectangle, element, mcid });
    pdf.context.delete(reference);
  }
  if (others.length > 0) page.node.set(name('Annots'), pdf.context.obj(others));
  else page.node.delete(name('Annots'));
  return links;
}

function addressOf(annotation: PDFDict): string | null {
  const uri = annotation.lookupMaybe(name('A'), PDFDict)?.lookup(name('URI'));
  return uri instanceof PDFString || uri instanceof PDFHexString ? uri.decodeText() : null;
}

/** Elements of the structure by the annotation that they hold. */
function elementsOfAnnotations(pdf: PDFDocument): Map<number, PDFDict> {
  const elements = new Map<number, PDFDict>();
  for (const [, object] of pdf.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict) || object.get(name('S')) !== name('Link')) continue;
    const reference = childrenOf(object).find(
      (child): child is PDFDict => child instanceof PDFDict && child.get(name('Type')) === name('OBJR'),
    );
    const annotation = reference?.get(name('Obj'));
    if (annotation instanceof PDFRef) elements.set(annotation.objectNumber, object);
  }
  return elements;
}

function childrenOf(element: PDFDict): unknown[] {
  const children = element.lookup(name('K'));
  if (!(children instanceof PDFArray)) return [children];
  return Array.from({ length: children.size() }, (_, index) => children.lookup(index));
}

/** The marked content of a link: it has one child that is a text. */
function markedContentOf(element: PDFDict): number | undefined {
  const texts = childrenOf(element).filter(
    (child): child is PDFDict => child instanceof PDFDict && child.get(name('K')) instanceof PDFNumber,
  );
  return texts.length === 1 ? texts[0]!.lookup(name('K'), PDFNumber).asNumber() : undefined;
}

/** Keeps the content of a former link in the structure of the document, without the link. */
function describeAs(structure: 'Span' | 'Figure' | 'NonStruct', { element }: PlaceLink): void {
  const children = element.lookup(name('K'));
  const contents =
    children instanceof PDFArray
      ? children
          .asArray()
          .filter((_child, at) => children.lookupMaybe(at, PDFDict)?.get(name('Type')) !== name('OBJR'))
      : [];
  element.set(name('S'), name(structure));
  element.set(name('K'), element.context.obj(contents));
}

function qrCodeName(pdf: PDFDocument): string {
  const language = pdf.catalog.lookupMaybe(name('Lang'), PDFString)?.decodeText() ?? '';
  return language.startsWith('fr') ? 'Code QR' : 'QR code';
}

function trailerOf(pdf: PDFDocument, bytes: Buffer): PreparedLayout['trailer'] {
  const { Root, Info } = pdf.context.trailerInfo;
  const end = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(bytes.subarray(-64).toString('latin1'));
  if (!end || !(Root instanceof PDFRef)) throw new LayoutError('the file has no table of objects');
  return {
    root: String(Root),
    info: Info instanceof PDFRef ? String(Info) : null,
    size: pdf.context.largestObjectNumber + 1,
    startxref: Number(end[1]),
  };
}
