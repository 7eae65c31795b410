import { GotenbergRenderer } from '../../services/documents/src/features/pdf/gotenberg-renderer';
import { ticketsData } from '../../services/ticketing/src/features/messages/sale-data';
import { sampleSale } from '../../services/ticketing/src/features/messages/sample-sale';
import { ticketsPdf } from '../../services/ticketing/src/features/messages/sale-template-kinds';
import { saleTemplates } from '../../services/ticketing/src/templates';
import { fromStack } from '../support/stack';
import { startCanary } from './lib/canary';
import { budget, expectFound, expectNothingFound, LIMIT_MS } from './lib/run';
import { attackPdf, type PdfTarget } from './pdf';

const templates = saleTemplates();

/** A page of tickets all of whose texts come from people, in the product's template. */
async function ticketsWith(text: (field: string) => string): Promise<string> {
  const sale = sampleSale('fr');
  const [item] = sale.items;
  const changed = {
    ...sale,
    code: text('code'),
    organiserName: text('organiser'),
    showName: text('show'),
    roomName: text('room'),
    venueAddress: text('address'),
    mealTimes: [text('meal')],
    showTimes: [text('times')],
    customer: { ...sale.customer, firstName: text('first'), lastName: text('last') },
    items: [
      {
        ...item!,
        ticketCode: text('ticket'),
        seatLabel: text('seat'),
        category: text('category'),
        formula: text('formula'),
      },
    ],
  };
  const data = ticketsData(changed, (ticketId) => ticketId);
  const source = templates.defaultOf(ticketsPdf.name, 'fr');
  const region = { zone: 'Europe/Paris', currency: 'EUR' };
  return templates.render(await templates.compiledOf(ticketsPdf, 'fr', source, region), data);
}

async function withCanary(
  folder: string,
  work: (target: Pick<PdfTarget, 'canary' | 'pageWith'>) => Promise<void>,
) {
  const canary = await startCanary(folder);
  try {
    await work({ canary, pageWith: ticketsWith });
  } finally {
    await canary.close();
  }
}

test(
  'a page reaches no network and no file, whoever wrote its texts',
  () =>
    withCanary(fromStack('TEST_DATA_DIR'), async (target) => {
      const renderer = new GotenbergRenderer(fromStack('TEST_GOTENBERG_URL'), 60_000);
      const render = (html: string) => renderer.render(html).catch(() => null);
      await expectNothingFound((seed) => attackPdf({ ...target, render }, seed, budget(20, 100)));
    }),
  LIMIT_MS,
);

describe('the attack finds a broken converter', () => {
  const small = { requests: 10, isFull: false };
  /** A PDF of one line, as small as one can be. */
  const pdfOf = (line: string): Buffer => {
    const stream = `BT /F1 12 Tf 10 100 Td (${line.replace(/[()\\]/g, ' ')}) Tj ET`;
    const objects = [
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 500 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
      `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ];
    const body = objects.map((object, index) => `${index + 1} 0 obj${object}endobj`).join('\n');
    return Buffer.from(`%PDF-1.4\n${body}\ntrailer<</Root 1 0 R/Size 6>>\n%%EOF\n`);
  };

  test(
    'that leaks a file',
    () =>
      withCanary('/tmp', async (target) => {
        const render = () => Promise.resolve(pdfOf(target.canary.secret));
        expectFound(await attackPdf({ ...target, render }, 1, small), /shows a file/);
      }),
    120_000,
  );

  test(
    'that shows the accounts of the machine',
    () =>
      withCanary('/tmp', async (target) => {
        const render = () => Promise.resolve(pdfOf('root:x:0:0:root:/root:/bin/sh'));
        expectFound(await attackPdf({ ...target, render }, 1, small), /accounts of the machine/);
      }),
    120_000,
  );

  test(
    'that reaches a listener, and a page that escapes nothing',
    () =>
      withCanary('/tmp', async ({ canary }) => {
        const pageWith = (text: (field: string) => string) =>
          Promise.resolve(`<p>${text('a')}${text('b')}</p>`);
        const render = async (html: string) => {
          for (const [url] of html.matchAll(/http:\/\/127\.0\.0\.1:\d+\/[\w-]*/g)) await fetch(url);
          return pdfOf('nothing');
        };
        expectFound(
          await attackPdf({ canary, pageWith, render }, 1, small),
          /tickets, round \d+: reached|reached \//,
        );
      }),
    120_000,
  );

  test(
    'that renders no tickets',
    () =>
      withCanary('/tmp', async (target) => {
        const render = () => Promise.resolve(null);
        expectFound(await attackPdf({ ...target, render }, 1, small), /tickets, round 0: was not rendered/);
      }),
    120_000,
  );
});
