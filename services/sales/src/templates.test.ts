import type { ServiceContext } from '@coulisse/service-kit/service';
import { quotePdf } from './features/sending/document-keywords';
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
