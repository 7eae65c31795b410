import { PLAN_DOCUMENTS, planDocumentHtml, planDocumentName, seatsText } from './plan-documents.domain';
import type { DocumentParty, PerformanceDocument } from './plan-documents.types';

const party = (changes: Partial<DocumentParty> = {}): DocumentParty => ({
  ...{ code: 'R-7K3M-9QX4', state: 'VALIDATED', customerName: 'Durand & Fils', telephone: '06', email: '' },
  shortName: 'Durand',
  ...{ comment: 'Allergie <noix>', totalMinor: 17_800, dueMinor: 0, numberOfPlaces: 2 },
  places: [
    { seatId: 's1', label: '4-1', tableId: 't4', table: '4', formula: 'Dîner' },
    { seatId: 's2', label: '4-2', tableId: 't4', table: '4', formula: 'Dîner' },
  ],
  options: [
    { name: 'Champagne', formula: 'Dîner', quantity: 2, detail: 'brut', forPmr: false, inGiftBag: true },
  ],
  ...changes,
});
const seat = (id: string, x: number) => ({
  ...{ id, row: '4', number: id.slice(1), x, y: 10, color: '#c9a227', isBlocked: false },
});
const document = (parties: DocumentParty[]): PerformanceDocument => ({
  performance: {
    ...{ show: 'Nuit blanche', room: 'Grande salle', organiser: 'La Lumière', date: '2026-12-12' },
    ...{ mealTimes: ['19:30'], showTimes: ['21:00'] },
  },
  parties,
  room: {
    seats: [seat('s1', 0), seat('s2', 30), seat('s3', 60)],
    scene: {
      tables: [{ id: 't4', label: '4', form: 'ROUND', x: 15, y: 60, width: 80, depth: 80, rotation: 0 }],
      outlines: [],
      texts: [],
    },
  },
});

describe('documents of a performance', () => {
  test.each(PLAN_DOCUMENTS)('%s escapes what people have typed, in both languages', (kind) => {
    const name = '<script>alert("x")</script> & Fils';
    const typed = party({ customerName: name, options: [{ ...party().options[0]!, name, detail: name }] });
    for (const language of ['fr', 'en'] as const) {
      const html = planDocumentHtml(kind, document([typed]), language);
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).not.toContain('<script');
      expect(html).toContain('&lt;script');
      expect(html).toContain('La Lumière');
    }
  });

  test.each(PLAN_DOCUMENTS)('%s of a performance without reservations is a page too', (kind) => {
    const empty = { ...document([]), room: { seats: [], scene: { tables: [], outlines: [], texts: [] } } };
    expect(planDocumentHtml(kind, empty, 'fr')).toMatch(/<main>.+<\/main>/s);
  });

  test('the plan draws taken, free and unconfirmed seats apart, and says their numbers', () => {
    const pending = party({ state: 'PRE_RESERVATION', places: [{ ...party().places[0]!, seatId: 's3' }] });
    const html = planDocumentHtml('plan', document([party(), pending]), 'fr');
    expect(html.match(/class="sold"/g)).toHaveLength(2);
    expect(html.match(/class="pending"/g)).toHaveLength(1);
    expect(html).toContain('aria-label="Plan de la salle : 3 places prises sur 3."');
    expect(html).toContain('>1. Durand (2)<');
    expect(html).toContain('<li><b>1</b>Durand &amp; Fils <small>Table 4 (1, 2) · 2 personnes</small></li>');
    expect(html.match(/class="on-sold"[^>]*>1</g)).toHaveLength(2);
    expect(html).toMatch(/class="on-pending"[^>]*>2</);
  });

  test('the plan is on one page with its heading, and the list of many parties on the next one', () => {
    const few = planDocumentHtml('plan', document([party()]), 'fr');
    expect(few).toMatch(
      /<div class="sheet[^"]*"><header>.*<svg.*<ol class="parties".*<\/main><\/div><\/body>/s,
    );
    const many = document(Array.from({ length: 300 }, () => party()));
    expect(planDocumentHtml('plan', many, 'fr')).toMatch(/<\/svg><\/main><\/div><ol class="parties"/);
  });

  test('options are counted, with who has bought them and the answers', () => {
    const html = planDocumentHtml('options', document([party(), party({ customerName: 'Alix' })]), 'fr');
    expect(html).toContain('Champagne <span class="count">4</span>');
    expect(html).toContain('brut');
    expect(html).toContain('Table 4 (1, 2)');
  });

  test('a party has a label at each of its tables', () => {
    const places = [...party().places, { ...party().places[0]!, seatId: 's3', tableId: 't5', table: '5' }];
    const html = planDocumentHtml('labels', document([party({ places })]), 'en');
    expect(html.match(/<li>/g)).toHaveLength(2);
    expect(html).toContain('1 person');
    expect(html).toContain('2 people');
  });

  test('reservations say what is still due, and only then', () => {
    const html = planDocumentHtml('reservations', document([party({ dueMinor: 8_900 })]), 'fr');
    expect(html).toMatch(/89,00\s€/);
    expect(html).toContain('sac cadeau');
    expect(planDocumentHtml('reservations', document([party()]), 'fr')).not.toContain('€');
    expect(planDocumentHtml('reservations-full', document([party()]), 'fr')).toContain(
      'Allergie &lt;noix&gt;',
    );
  });

  test('the telephone and the e-mail address are under their own names', () => {
    const typed = party({ email: 'alix@buyers.example', comment: 'Anniversaire 🎉' });
    const html = planDocumentHtml('reservations-full', document([typed]), 'fr');
    expect(html).toContain('<dt>Téléphone</dt><dd>06</dd>');
    expect(html).toContain('<dt>E-mail</dt><dd>alix@buyers.example</dd>');
    expect(html).toContain('<dd>Anniversaire 🎉</dd>');
  });

  test('seats in rows are named one by one', () => {
    const places = [{ seatId: 's1', label: 'A-12', tableId: null, table: '', formula: 'Dîner' }];
    expect(seatsText(party({ places }), 'Table')).toBe('A-12');
  });

  test('files are named by what they are and by the day', () => {
    expect(planDocumentName('labels', '2026-12-12', 'fr')).toBe('etiquettes-2026-12-12.pdf');
    expect(planDocumentName('plan', '2026-12-12', 'en')).toBe('plan-2026-12-12.pdf');
  });
});
