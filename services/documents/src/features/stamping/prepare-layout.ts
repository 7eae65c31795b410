import { deflateSync } from 'node:zlib';
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
  PDFStreamWriter,
  PDFString,
} from '@cantoo/pdf-lib';
import { compactDrawing } from './compact-drawing';
import { embedTypeface } from './embed-typeface';
import { edgeAddress, isPlaceAddress, PROBE } from './layout-page';
import type { LayoutTypeface, PreparedLayout, QrCodeSlot, Slot, TextSlot } from './prepared-layout';
import { inverse, type ProbeSection, probeSections } from './probe-sections';
import { type Typeface, typefaceKey, type Typefaces } from './typeface';

/** Why a printed layout cannot be stamped. */
export class LayoutError extends Error {
  override readonly name = 'LayoutError';
}

/** Objects that are compressed together, and those that are written before others of the process have their turn. */
const [IN_A_STREAM, TICK] = [400, 50];

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
  const typefacesOfPlaces = await typefacesOf(places, typefaces);
  const slots = new Map<number, PlacedSlot>();
  const elements = elementsOfAnnotations(pdf);
  for (const page of pdf.getPages()) preparePage(pdf, page, places, typefacesOfPlaces, slots, elements);
  if (slots.size !== places.length)
    throw new LayoutError(`${slots.size} of ${places.length} places are printed`);
  // One after the other, so that an addition to the file has one range of objects.
  const drawings = places.map(() => pdf.context.nextRef());
  const fonts = new Map<Typeface, number>();
  const outlines: LayoutTypeface[] = [...new Set(typefacesOfPlaces.values())].map((typeface) => ({
    typeface,
    object: pdf.context.nextRef().objectNumber,
  }));
  for (const { typeface, object } of outlines)
    fonts.set(typeface, embedTypeface(pdf, typeface, PDFRef.of(object)));
  const numbered = drawings.map((drawing, index): Slot => {
    const { page, drawingName, slot } = slots.get(index)!;
    drawingsOf(page).set(name(drawingName), drawing);
    const object = drawing.objectNumber;
    return slot.kind === 'text' ? { ...slot, object, font: fonts.get(slot.typeface)! } : { ...slot, object };
  });
  const bytes = Buffer.from(
    await PDFStreamWriter.forContext(pdf.context, TICK, true, IN_A_STREAM).serializeToBuffer(),
  );
  return {
    ...{ pdf: bytes, slots: numbered, typefaces: outlines },
    ...{ pages: pdf.getPageCount(), trailer: trailerOf(pdf, bytes) },
  };
}

/** A slot whose objects have no number yet. */
interface PlacedSlot {
  readonly page: PDFPage;
  readonly drawingName: string;
  readonly slot: Omit<TextSlot, 'object' | 'font'> | Omit<QrCodeSlot, 'object'>;
}

/** By their keys. */
async function typefacesOf(places: readonly Place[], typefaces: Typefaces): Promise<Map<string, Typeface>> {
  const found = new Map<string, Typeface>();
  for (const place of places)
    if (place.kind === 'text') found.set(typefaceKey(place.style), await typefaces.get(place.style));
  return found;
}

function preparePage(
  pdf: PDFDocument,
  page: PDFPage,
  places: readonly Place[],
  typefaces: ReadonlyMap<string, Typeface>,
  slots: Map<number, PlacedSlot>,
  elements: ReadonlyMap<number, PDFDict>,
): void {
  const links = takeLinks(pdf, page, elements);
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
      slots.set(index, { page, drawingName, slot: textSlot(place, start, end, typefaces) });
      describeAs('Span', link);
      describeAs('NonStruct', ending);
    } else {
      edits.push({ section: end, text: drawn });
      slots.set(index, { page, drawingName, slot: squareSlot(link, end) });
      describeAs('NonStruct', link);
      describeAs('Figure', ending);
      ending.element.set(name('Alt'), PDFHexString.fromText(qrCodeName(pdf)));
    }
  }
  setContent(pdf, page, compactDrawing(edited(content, edits)));
}

function textSlot(
  { style }: Extract<Place, { kind: 'text' }>,
  start: ProbeSection,
  end: ProbeSection,
  typefaces: ReadonlyMap<string, Typeface>,
): Omit<TextSlot, 'object' | 'font'> {
  const typeface = typefaces.get(typefaceKey(style))!;
  const probe = typeface.shape(PROBE)!.width * (start.size / 1000);
  const isOneLine =
    start.y === end.y &&
    start.size === end.size &&
    start.matrix.every((value, at) => value === end.matrix[at]);
  // Narrower than two letters, the second one no longer shows where the place ends.
  if (!isOneLine || end.x - start.x < probe) throw new LayoutError('a place has no line of its own');
  return {
    ...{ kind: 'text', typeface, size: start.size, align: style.align },
    ...{ left: start.x, right: end.x + probe, baseline: start.y },
  };
}

/** The browser draws pictures where it says that their links are: at whole pixels. */
function squareSlot(
  { rectangle: { x, y, width, height } }: PlaceLink,
  { matrix }: ProbeSection,
): Omit<QrCodeSlot, 'object'> {
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

/** Instead of the printed content, which would stay in the file otherwise. */
function setContent(pdf: PDFDocument, page: PDFPage, content: string): void {
  const printed = page.node.get(name('Contents'));
  const bytes = deflateSync(Buffer.from(content, 'latin1'), { level: 9 });
  page.node.set(name('Contents'), pdf.context.register(pdf.context.stream(bytes, { Filter: 'FlateDecode' })));
  const streams = printed instanceof PDFArray ? printed.asArray() : [printed];
  for (const stream of streams) if (stream instanceof PDFRef) pdf.context.delete(stream);
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
function takeLinks(
  pdf: PDFDocument,
  page: PDFPage,
  elements: ReadonlyMap<number, PDFDict>,
): Map<string, PlaceLink> {
  const links = new Map<string, PlaceLink>();
  const annotations = page.node.Annots();
  if (!annotations) return links;
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
    size: sizeOf(bytes, Number(end[1])),
    startxref: Number(end[1]),
  };
}

/** Numbers of objects that are taken: those of the table too, which the writer adds. */
function sizeOf(bytes: Buffer, startxref: number): number {
  const size = /\/Size (\d+)/.exec(bytes.toString('latin1', startxref, startxref + 1_000));
  if (!size) throw new LayoutError('the table of objects has no size');
  return Number(size[1]);
}
