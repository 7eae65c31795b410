import type { ServiceContext } from '@coulisse/service-kit/service';
import { billMail, billPdf, quoteMail, quotePdf } from './features/sending/document-keywords';
import { sampleDocument } from './features/sending/sample-document';
import { templatesOf } from './templates';

// Defaults need no service: they are read from files.
const templates = templatesOf({} as ServiceContext);

test('the default templates of quotes, bills and their mails have no errors', () =>
  templates.checkDefaults());

test('a document prints its lines, its options and its totals, escaped', async () => {
  const tx = { tenantId: 'none', sql: { query: async () => ({ rows: [] }) } };
  const page = await templates.load(tx as never, quotePdf, 'fr');
  const data = sampleDocument('fr');
  const buyer = { ...data.buyer, name: '<Bayard & Cie>' };
  const html = templates.render(page, { ...data, buyer });
  expect(html).toContain('&lt;Bayard &amp; Cie&gt;');
  expect(html).toContain('Captation vidéo (en option, non compris)');
  expect(html.replace(/\s/g, ' ')).toContain('2 584,75 €');
  expect(html).toContain('Devis DE-2026-00001');
});

test('R-200: documents and their mails have the colours and the logo of the theatre; without a logo, its name', async () => {
  const tx = { tenantId: 'none', sql: { query: async () => ({ rows: [] }) } };
  const look = { color: '#0b5a3c', headerColor: '#08452e', nameColor: '#fefefe' };
  const LOGO = 'data:image/webp;base64,TE9HT3NM';
  const data = { ...sampleDocument('fr'), message: null };
  for (const kind of [quotePdf, billPdf]) {
    const page = await templates.load(tx as never, kind, 'fr');
    const html = templates.render(page, { ...data, organiser: { ...look, logo: LOGO } });
    expect(html).toContain(look.color);
    expect(html).toContain(`src="${LOGO}"`);
    expect(templates.render(page, { ...data, organiser: { ...look, logo: '' } })).not.toContain('<img');
  }
  for (const kind of [quoteMail, billMail]) {
    const letter = await templates.load(tx as never, kind, 'fr');
    const logo = 'https://billetterie.example/app-api/files/a1';
    const { html } = await templates.renderMail(letter, { ...data, organiser: { ...look, logo } });
    expect(html).toContain(look.headerColor);
    expect(html).toContain(`src="${logo}"`);
    const plain = await templates.renderMail(letter, { ...data, organiser: { ...look, logo: '' } });
    expect(plain.html).toContain(look.nameColor);
    expect(plain.html).not.toContain('<img');
  }
});
