import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { documentRenderingV1, documentsV1 } from '@coulisse/contracts';
import { openClient } from '@coulisse/service-kit/grpc';
import { MemoryBus } from '@coulisse/service-kit/messaging';
import {
  startTestService,
  testCredentials,
  testDatabase,
  type TestDatabase,
  type TestService,
} from '@coulisse/test-kit';
import { MOST_PLACES, placeMarker } from '@coulisse/templates/place';
import decodeQR from 'qr/decode.js';
import { PDF_RENDERER } from '../src/features/pdf/pdf-renderer.port';
import { Layouts, LAYOUT_SETTINGS } from '../src/features/stamping/layouts';
import { stampLayout } from '../src/features/stamping/stamp-layout';
import { Typefaces } from '../src/features/stamping/typeface';
import { service } from '../src/service';
import { displacedPixels, pagesAsPixels, type Pixels } from './support/pages-as-pixels';

jest.setTimeout(120_000);
const fail = (reason: string): never => {
  throw new Error(reason);
};
const DEADLINE = { deadlineMs: 60_000 };

let database: TestDatabase;
let running: TestService;
let storage: string;
let rendering: ReturnType<typeof openClient<documentRenderingV1.RenderServiceDefinition>>;
let documents: ReturnType<typeof openClient<documentsV1.DocumentServiceDefinition>>;
beforeAll(async () => {
  storage = await mkdtemp(join(tmpdir(), 'coulisse-stamping-'));
  database = await testDatabase(join(__dirname, '..'));
  running = await startTestService(service, {
    database,
    bus: new MemoryBus(),
    env: { GOTENBERG_URL: process.env.TEST_GOTENBERG_URL ?? '', STORAGE_DIR: storage },
  });
  const credentials = testCredentials('ticketing');
  rendering = openClient(documentRenderingV1.RenderServiceDefinition, running.grpcAddress, { credentials });
  documents = openClient(documentsV1.DocumentServiceDefinition, running.grpcAddress, { credentials });
});
afterAll(async () => {
  rendering.close();
  documents.close();
  await running.stop();
  await database.drop();
  await rm(storage, { recursive: true });
});
afterEach(() => jest.restoreAllMocks());

type PlaceMessage = documentRenderingV1.PagePlace;
const text = (value: string, style: Partial<documentRenderingV1.TextPlace> = {}): PlaceMessage => ({
  content: {
    $case: 'text',
    value: {
      ...{ value, font: 'Inter', weight: 600, size: 10.5, line: 14, color: '#1d1a26', align: 'left' },
      ...style,
    },
  },
});
const qrCode = (value: string): PlaceMessage => ({
  content: { $case: 'qrCode', value: { value, size: 119 } },
});

interface Ticket {
  seat: string;
  buyer: string;
  price: string;
  secret: string;
}
const placesOf = (tickets: readonly Ticket[]): PlaceMessage[] =>
  tickets.flatMap(({ seat, buyer, price, secret }) => [
    text(seat, { font: 'Fraunces', size: 19, line: 23, color: '#5b2d86' }),
    text(buyer, { align: 'center' }),
    text(price, { weight: 400, align: 'right' }),
    qrCode(secret),
  ]);

/** A page for each ticket, with a name of its own so that tests do not share layouts. */
const pageOf = (count: number, language: string, name: string = randomUUID(), around = ''): string => {
  const pages = Array.from({ length: count }, (_, index) => {
    const [seat, buyer, price, code] = [0, 1, 2, 3].map((at) => placeMarker(index * 4 + at));
    return `<section><h1>Coulisse &amp; Cie</h1><p class="seat">Place</p>${seat}<div class="card" style="${around}">${buyer}<hr>${price}</div>${code}<p>${name}</p></section>`;
  });
  return `<!doctype html><html lang="${language}"><head><title>Billets</title><style>@page { size: A4; margin: 0 }
    * { margin: 0; box-sizing: border-box } body { font: 10pt/14pt Inter; letter-spacing: .1mm } .seat::first-letter { color: red }
    section { width: 210mm; height: 297mm; padding: 19.3mm; break-after: page; overflow: hidden } section:last-child { break-after: auto }
    .card { margin: 5mm 0; width: 61.7mm; padding: 2mm; border: .3mm solid #cfcad9; background: #fbfafc }</style></head><body>${pages.join('')}</body></html>`;
};

const french: Ticket[] = [
  { seat: 'Rang AVÉ, place 12', buyer: 'Zoé López', price: '267,00 €', secret: 'first' },
  { seat: 'Balcon, rang Œ, place 7', buyer: 'L’Île & Fils', price: '1 234,50 €', secret: 'second' },
];
const english: Ticket[] = [
  { seat: 'Row B, seat 12', buyer: 'Tom O’Neill & Co', price: '€89.00', secret: 'x'.repeat(43) },
  { seat: 'Stalls, row WAY, seat 114', buyer: '<b>Jane</b>', price: 'Free', secret: 'third' },
];

const request = (html: string, places: PlaceMessage[], tenantId: string = randomUUID()) => ({
  ...{
    tenantId,
    kind: 'ticketing.tickets',
    key: 'tickets',
    fileName: 'billets.pdf',
    html,
    places,
    urgent: true,
  },
  subject: { resource: 'ticketing.reservation', id: randomUUID(), label: 'R-7K3M-9QX4' },
});
async function rendered(message: ReturnType<typeof request>): Promise<{ content: Buffer; pages: number }> {
  const { documentId, pages } = await rendering.client.renderDocument(message, DEADLINE);
  const { tenantId } = message;
  const { content } = await documents.client.getDocument({ tenantId, documentId });
  return { content: Buffer.from(content), pages };
}
const prints = () => jest.spyOn(running.container.get(PDF_RENDERER), 'render');

/** The same page with its contents, as the browser prints it. */
async function printedWhole(html: string, places: PlaceMessage[]): Promise<Buffer> {
  const stamping = jest.spyOn(running.container.get(Layouts), 'of').mockResolvedValueOnce(null);
  const { content } = await rendered(request(html, places));
  expect(stamping).toHaveBeenCalledTimes(1);
  stamping.mockRestore();
  return content;
}

/** Pixels of two pages of 1190 × 1684 that smoothing does not explain. */
const FEW = 12;

describe.each([
  ['fr', french],
  ['en', english],
])('in %s', (language, tickets) => {
  test('stamped tickets look like printed ones, pixel by pixel', async () => {
    const [html, places] = [pageOf(2, language), placesOf(tickets)];
    const printing = prints();
    const stamped = await rendered(request(html, places));
    expect(printing.mock.calls.some(([page]) => page.includes(tickets[0]!.seat))).toBe(false);
    const [left, right] = await Promise.all([
      pagesAsPixels(stamped.content),
      pagesAsPixels(await printedWhole(html, places)),
    ]);
    expect([stamped.pages, left.length, right.length]).toEqual([2, 2, 2]);
    for (const [index, page] of left.entries())
      expect(displacedPixels(page, right[index]!)).toBeLessThan(FEW);
  });
});

test('a text that is three pixels away is found: the comparison can fail', async () => {
  const [html, places] = [pageOf(1, 'fr'), placesOf(french.slice(0, 1))];
  const printed = await pagesAsPixels(await printedWhole(html, places));
  const layouts = running.container.get(Layouts);
  const usual = layouts.of.bind(layouts);
  jest.spyOn(layouts, 'of').mockImplementationOnce(async (...parameters) => {
    const layout = (await usual(...parameters))!;
    const slots = layout.slots.map((slot, index) =>
      index === 1 && slot.kind === 'text' ? { ...slot, left: slot.left + 3, right: slot.right + 3 } : slot,
    );
    return { ...layout, slots };
  });
  const moved = await pagesAsPixels((await rendered(request(html, places))).content);
  expect(displacedPixels(moved[0]!, printed[0]!)).toBeGreaterThan(FEW * 4);
});

test('a layout is printed once for orders that arrive together, and none gets a text of another', async () => {
  const html = pageOf(1, 'fr');
  const printing = prints();
  const tickets = Array.from({ length: 12 }, (_, index) => ({
    ...{
      seat: `Rang ${index}, place 1`,
      buyer: `Nom${index} Prénom`,
      price: `${index},00 €`,
      secret: `s${index}`,
    },
  }));
  const files = await Promise.all(tickets.map((ticket) => rendered(request(html, placesOf([ticket])))));
  expect(printing).toHaveBeenCalledTimes(1);
  const layout = await PDFDocument.load(files[0]!.content);
  expect(layout.getPageCount()).toBe(1);
  const pixels = await Promise.all(files.slice(0, 3).map(({ content }) => pagesAsPixels(content)));
  expect(displacedPixels(pixels[0]![0]!, pixels[1]![0]!)).toBeGreaterThan(FEW);
});

test.each<[string, Partial<Ticket>]>([
  ['is too long for its place', { buyer: 'Société des amis du théâtre et des arts de la scène' }],
  ['has a letter that the typeface lacks', { buyer: 'Ioánnis Παπαδόπουλος' }],
  ['has letters from right to left', { buyer: 'שלום' }],
  ['has joined letters from right to left', { buyer: 'محمد عبد الله' }],
  ['has a picture of several people', { buyer: '👨‍👩‍👧‍👦 Martin' }],
  ['has marks of its own on each letter', { buyer: 'Z\u0335o\u0336e\u0337' }],
  ['has the letters of a very long name', { buyer: `${'W'.repeat(119)}…` }],
])('an order whose text %s is printed whole', async (_name, changes) => {
  const html = pageOf(1, 'fr');
  await rendered(request(html, placesOf(french.slice(0, 1))));
  const printing = prints();
  const ticket = { ...french[0]!, ...changes };
  const { pages } = await rendered(request(html, placesOf([ticket])));
  expect(printing).toHaveBeenCalledTimes(1);
  expect(printing.mock.calls[0]![0]).toContain(ticket.buyer);
  expect(pages).toBe(1);
});

test.each([
  ['inside a link', (html: string) => html.replace('<section>', '<section><a href="https://example.org">')],
  ['not displayed', (html: string) => html.replace('class="card"', 'class="card" hidden')],
  ['without room', (html: string) => html.replace('width: 61.7mm', 'width: 2mm; padding: 0')],
])('a page with a place %s is printed whole, once', async (_name, change) => {
  const html = change(pageOf(1, 'fr'));
  const tenantId = randomUUID();
  const printing = prints();
  await rendered(request(html, placesOf(french.slice(0, 1)), tenantId));
  printing.mockClear();
  await rendered(request(html, placesOf([{ ...french[0]!, buyer: 'Second' }]), tenantId));
  expect(printing).toHaveBeenCalledTimes(1);
  expect(printing.mock.calls[0]![0]).toContain('Second');
});

test('screen readers find the text of a place where it is on the page, and a name for the code', async () => {
  const { content } = await rendered(request(pageOf(1, 'fr'), placesOf(french.slice(0, 1))));
  const pdf = await PDFDocument.load(content);
  const objects = pdf.context.enumerateIndirectObjects().map(([, object]) => String(object));
  expect(objects.filter((object) => /\/S \/Span\b/.test(object)).length).toBeGreaterThanOrEqual(3);
  expect(objects.filter((object) => /\/S \/Figure\b/.test(object) && /\/Alt/.test(object))).toHaveLength(1);
  expect(objects.some((object) => object.includes('places.invalid'))).toBe(false);
});

test('the file of two tickets is small: its typefaces are subsets of fonts, not outlines drawn glyph by glyph', async () => {
  const { content } = await rendered(request(pageOf(2, 'fr'), placesOf(french)));
  const pdf = await PDFDocument.load(content);
  const objects = pdf.context.enumerateIndirectObjects().map(([, object]) => String(object));
  expect(objects.filter((object) => object.includes('/Type3'))).toEqual([]);
  expect(objects.some((object) => object.includes('/CIDFontType2'))).toBe(true);
  expect(content.length).toBeLessThan(45_000);
});

const codeOn = ({ width, height, data }: Pixels): string =>
  decodeQR({ width, height, data: new Uint8ClampedArray(data) });

test('the codes on stamped tickets are read, for each ticket its own', async () => {
  const tickets = french.map((ticket, index) => ({ ...ticket, secret: `${'Ab-_9'.repeat(23)}${index}` }));
  const { content } = await rendered(request(pageOf(2, 'fr'), placesOf(tickets)));
  const pages = await pagesAsPixels(content);
  expect(pages.map(codeOn)).toEqual(tickets.map(({ secret }) => secret));
});

test('the tickets of a coach of sixty are one document that is stamped', async () => {
  const tickets = Array.from({ length: 60 }, (_, index) => ({
    seat: `Rang ${String.fromCharCode(65 + (index % 26))}, place ${index + 1}`,
    ...{ buyer: 'Car n° 7 & Cie', price: `${index},00 €`, secret: `coach-${index}` },
  }));
  const printing = prints();
  const { content, pages } = await rendered(request(pageOf(60, 'fr'), placesOf(tickets)));
  expect(pages).toBe(60);
  expect(printing).toHaveBeenCalledTimes(1);
  expect(printing.mock.calls[0]![0]).not.toContain('Car n°');
  const drawn = await pagesAsPixels(content, [1, 31, 60]);
  expect(drawn.map(codeOn)).toEqual(['coach-0', 'coach-30', 'coach-59']);
  expect(content.length).toBeLessThan(400_000);
});

test('a page with more places than a page may have is refused before it is printed', async () => {
  const printing = prints();
  const markers = Array.from({ length: MOST_PLACES + 1 }, (_, index) => placeMarker(index)).join('');
  const places = Array.from({ length: MOST_PLACES + 1 }, (_, index) => text(String(index)));
  await expect(
    rendering.client.renderDocument(request(`<p>${markers}</p>`, places), DEADLINE),
  ).rejects.toMatchObject({ code: 'request.malformed' });
  expect(printing).not.toHaveBeenCalled();
});

test('what does not name its places is refused', async () => {
  for (const html of [pageOf(2, 'fr'), '<p>none</p>', `${placeMarker(0)}${placeMarker(0)}`])
    await expect(
      rendering.client.renderDocument(request(html, placesOf(french.slice(0, 1))), DEADLINE),
    ).rejects.toMatchObject({ code: 'request.malformed' });
});

test('layouts are dropped when there are too many, the longest unused first', async () => {
  const renderer = running.container.get(PDF_RENDERER);
  const layouts = new Layouts(new Typefaces(), { ...LAYOUT_SETTINGS, bytes: 30_000 });
  const places = [{ kind: 'qrCode', value: 'code', size: 119 }] as const;
  const page = (name: string) => ({ html: `<p>${name}</p>${placeMarker(0)}`, places });
  const print = jest.fn((html: string) => renderer.render(html));
  const get = async (name: string) => layouts.of('test', page(name), print, (reason) => fail(reason));
  const first = await get('first');
  expect(stampLayout(first!, places)!.length).toBeGreaterThan(first!.pdf.length);
  await get('first');
  expect(print).toHaveBeenCalledTimes(1);
  const most = Math.ceil(30_000 / first!.pdf.length);
  for (let count = 0; count < most; count++) await get(`other ${count}`);
  print.mockClear();
  await get('first');
  expect(print).toHaveBeenCalledTimes(1);
});
