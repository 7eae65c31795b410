import type { Language } from '@coulisse/contracts';
import { escaped, tableMarkup } from './markup';
import type { DocumentParty, PerformanceDocument } from './plan-documents.types';
import { BESIDE, GAP, LONG, planSheet, SHORT } from './plan-sheet.domain';
import { frameOf, roomDrawing } from './room-drawing.domain';
import en from './plan-documents.en.json';
import fr from './plan-documents.fr.json';

export const PLAN_DOCUMENTS = ['plan', 'options', 'labels', 'reservations', 'reservations-full'] as const;
export type PlanDocument = (typeof PLAN_DOCUMENTS)[number];

type TextName = keyof typeof fr;
const TEXTS: Readonly<Record<Language, Readonly<Record<TextName, string>>>> = { fr, en };

const LOCALES: Readonly<Record<Language, string>> = { fr: 'fr-FR', en: 'en-GB' };

/** Texts, dates and amounts of a language. */
function labelsOf(language: Language) {
  const texts = TEXTS[language];
  const locale = LOCALES[language];
  const currency = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });
  return {
    text: (name: TextName, values: Readonly<Record<string, string | number>> = {}): string =>
      texts[name].replace(/\{(\w+)\}/g, (_all, key: string) => String(values[key] ?? '')),
    money: (minor: number): string => currency.format(minor / 100),
    day: (date: string): string =>
      new Date(`${date}T12:00:00Z`).toLocaleDateString(locale, {
        ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
        timeZone: 'UTC',
      }),
  };
}
type Words = ReturnType<typeof labelsOf>;

const sumOf = (parties: readonly DocumentParty[]): number =>
  parties.reduce((sum, { numberOfPlaces }) => sum + numberOfPlaces, 0);

/** 'Table 4 (1, 2), A-12': seats at one table together. */
export function seatsText({ places }: DocumentParty, table: string): string {
  const atTables = new Map<string, string[]>();
  const inRows: string[] = [];
  for (const { tableId, table: label, label: seat } of places) {
    if (tableId === null) inRows.push(seat);
    else atTables.set(label, [...(atTables.get(label) ?? []), seat.slice(seat.lastIndexOf('-') + 1)]);
  }
  return [...[...atTables].map(([label, chairs]) => `${table} ${label} (${chairs.join(', ')})`), ...inRows]
    .filter(Boolean)
    .join(', ');
}

const optionText = (
  { name, quantity, detail, forPmr, inGiftBag }: DocumentParty['options'][number],
  { text }: Words,
): string =>
  [
    quantity > 1 ? `${quantity} × ${name}` : name,
    detail && text('answer', { detail }),
    forPmr && text('pmr'),
    inGiftBag && text('gift-bag'),
  ]
    .filter(Boolean)
    .join(' · ');

const formulasText = ({ places }: DocumentParty): string => {
  const counts = new Map<string, number>();
  for (const { formula } of places) counts.set(formula, (counts.get(formula) ?? 0) + 1);
  return [...counts].map(([formula, count]) => `${count} × ${formula}`).join(', ');
};

const nameMarkup = ({ customerName, state }: DocumentParty, { text }: Words): string =>
  `${escaped(customerName)}${state === 'PRE_RESERVATION' ? ` <small>${escaped(text('pending'))}</small>` : ''}`;

const peopleText = (count: number, { text }: Words): string =>
  `${count} ${text(count === 1 ? 'people.one' : 'people.other')}`;

/** What the list of a plan says of a party, beside its number: who they are, where, and how many. */
const listEntry = (party: DocumentParty, words: Words): { who: string; where: string } => ({
  who: party.customerName,
  where: [seatsText(party, words.text('table')), peopleText(party.numberOfPlaces, words)]
    .filter(Boolean)
    .join(' · '),
});

function planMarkup({ room, parties }: PerformanceDocument, { text }: Words): string {
  const seatIds = new Set(room.seats.map(({ id }) => id));
  const taken = parties.flatMap(({ places }) => places).filter(({ seatId }) => seatIds.has(seatId)).length;
  return roomDrawing(room, parties, text('plan.text', { taken, seats: room.seats.length }));
}

/** The parties by their numbers on the plan. */
function partyListMarkup(parties: readonly DocumentParty[], words: Words, columns: number): string {
  if (parties.length === 0) return '';
  const rows = parties.map((party, index) => {
    const { who, where } = listEntry(party, words);
    return `<li><b>${index + 1}</b>${escaped(who)} <small>${escaped(where)}</small></li>`;
  });
  return `<ol class="parties" style="columns:${columns}">${rows.join('')}</ol>`;
}

/** The plan on one page with its heading, and the list of parties on it or on the next one. */
function planPage(document: PerformanceDocument, words: Words): { size: string; body: string } {
  const { room, parties } = document;
  const entries = parties.map((party) => Object.values(listEntry(party, words)).join(' '));
  const { isLandscape, list, columns } = planSheet(frameOf(room), entries);
  const listed = partyListMarkup(parties, words, columns);
  const isAfter = list === 'after';
  const legend = parties.length > 0 ? `<p class="facts">${escaped(words.text('plan.legend'))}</p>` : '';
  const main = `<main>${planMarkup(document, words)}${isAfter ? '' : listed}</main>`;
  return {
    size: isLandscape ? 'A4 landscape' : 'A4',
    body: `<div class="sheet ${isLandscape ? 'is-landscape' : 'is-portrait'} is-${list}">${headMarkup('plan', document, words)}${legend}${main}</div>${isAfter ? listed : ''}`,
  };
}

/** What the kitchen and the hall prepare: each option with its number, and for whom. */
function optionsMarkup({ parties }: PerformanceDocument, words: Words): string {
  const { text } = words;
  const byName = new Map<string, { total: number; rows: string[][] }>();
  for (const party of parties)
    for (const option of party.options) {
      const found = byName.get(option.name) ?? { total: 0, rows: [] };
      found.total += option.quantity;
      found.rows.push([
        nameMarkup(party, words),
        escaped(seatsText(party, text('table'))),
        escaped(option.quantity),
        escaped(option.detail ?? ''),
      ]);
      byName.set(option.name, found);
    }
  if (byName.size === 0) return `<p>${escaped(text('none.options'))}</p>`;
  const headers = [
    { text: text('column.customer') },
    { text: text('column.seats') },
    { text: text('column.quantity'), isNumber: true },
    { text: text('column.answer') },
  ];
  return [...byName]
    .sort(([left], [right]) => left.localeCompare(right))
    .map(
      ([name, { total, rows }]) =>
        `<section><h2>${escaped(name)} <span class="count">${total}</span></h2>${tableMarkup(headers, rows)}</section>`,
    )
    .join('');
}

/** A label for each party at each table at which it sits; parties in rows have one for their row of seats. */
function labelsMarkup({ parties }: PerformanceDocument, words: Words): string {
  const { text } = words;
  const labels = parties.flatMap((party) => {
    const groups = new Map<string, { place: string; count: number }>();
    for (const { tableId, table, label } of party.places) {
      const key = tableId ?? 'row';
      const found = groups.get(key);
      const place = tableId === null ? label : `${text('table')} ${table}`;
      groups.set(key, {
        place: found && tableId === null ? `${found.place}, ${label}` : place,
        count: (found?.count ?? 0) + 1,
      });
    }
    return [...groups.values()].map(({ place, count }) => ({ party, place, count }));
  });
  if (labels.length === 0) return `<p>${escaped(text('none.parties'))}</p>`;
  const collator = new Intl.Collator('fr', { numeric: true });
  labels.sort((left, right) => collator.compare(left.place, right.place));
  return `<ul class="labels">${labels
    .map(
      ({ party, place, count }) =>
        `<li><p class="place">${escaped(place)}</p><p class="who">${escaped(party.customerName)}</p><p>${escaped(peopleText(count, words))} · ${escaped(party.code)}</p></li>`,
    )
    .join('')}</ul>`;
}

function reservationsMarkup({ parties }: PerformanceDocument, words: Words): string {
  const { text, money } = words;
  if (parties.length === 0) return `<p>${escaped(text('none.parties'))}</p>`;
  const headers = [
    { text: text('column.customer') },
    { text: text('column.reservation') },
    { text: text('column.people'), isNumber: true },
    { text: text('column.seats') },
    { text: text('column.options') },
    { text: text('column.due'), isNumber: true },
  ];
  return tableMarkup(
    headers,
    parties.map((party) => [
      nameMarkup(party, words),
      `<span class="code">${escaped(party.code)}</span>`,
      escaped(party.numberOfPlaces),
      escaped(seatsText(party, text('table'))),
      party.options.map((option) => escaped(optionText(option, words))).join('<br>'),
      party.dueMinor > 0 ? escaped(money(party.dueMinor)) : '',
    ]),
  );
}

function fullReservationsMarkup({ parties }: PerformanceDocument, words: Words): string {
  const { text, money } = words;
  if (parties.length === 0) return `<p>${escaped(text('none.parties'))}</p>`;
  return parties
    .map((party) => {
      const facts: [TextName, string][] = [
        ['column.seats', seatsText(party, text('table'))],
        ['column.formulas', formulasText(party)],
        ['column.options', party.options.map((option) => optionText(option, words)).join(' ; ')],
        ['column.telephone', party.telephone],
        ['column.email', party.email],
        ['column.total', money(party.totalMinor)],
        ['column.due', party.dueMinor > 0 ? money(party.dueMinor) : ''],
        ['column.comment', party.comment],
      ];
      const list = facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => `<div><dt>${escaped(text(name))}</dt><dd>${escaped(value)}</dd></div>`)
        .join('');
      return `<section class="party"><h2>${nameMarkup(party, words)} <span class="count">${escaped(peopleText(party.numberOfPlaces, words))} · ${escaped(party.code)}</span></h2><dl>${list}</dl></section>`;
    })
    .join('');
}

const BODIES: Readonly<
  Record<Exclude<PlanDocument, 'plan'>, (document: PerformanceDocument, words: Words) => string>
> = {
  options: optionsMarkup,
  labels: labelsMarkup,
  reservations: reservationsMarkup,
  'reservations-full': fullReservationsMarkup,
};

const STYLE = `
  * { box-sizing: border-box; margin: 0; padding: 0; }
  body { font: 9.5pt/13.5pt Inter, sans-serif; color: #1d1a26; font-variant-numeric: tabular-nums; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  header { margin-bottom: 6mm; }
  .organiser { font: 600 9pt/12pt Inter, sans-serif; color: #5b2d86; }
  h1 { font: 600 17pt/22pt Fraunces, Georgia, serif; overflow-wrap: anywhere; }
  h2 { margin: 5mm 0 2mm; font: 600 11pt/15pt Inter, sans-serif; break-after: avoid; }
  .facts, small, .count, dt { color: #575268; }
  small, .count { font-weight: 400; font-size: 8.5pt; }
  table { width: 100%; border-collapse: collapse; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
  th, td { padding: 1.4mm 2mm 1.4mm 0; border-bottom: .2mm solid #e7e4ed; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
  thead th { font-size: 8pt; color: #575268; border-bottom-color: #cfcad9; }
  tbody th { font-weight: 600; }
  .number { text-align: right; padding-right: 3mm; white-space: nowrap; }
  .code { white-space: nowrap; }
  .party { padding-bottom: 3mm; border-bottom: .2mm solid #e7e4ed; break-inside: avoid; }
  dl { display: grid; grid-template-columns: 1fr 1fr; gap: 1mm 6mm; }
  dt { font-size: 8pt; line-height: 11pt; }
  dd { overflow-wrap: anywhere; white-space: pre-line; }
  .labels { display: grid; grid-template-columns: 1fr 1fr; list-style: none; }
  .labels li { height: 48mm; padding: 6mm; border: .2mm dashed #cfcad9; text-align: center; break-inside: avoid; overflow: hidden; display: flex; flex-direction: column; justify-content: center; gap: 1.5mm; }
  .place { font-size: 11pt; line-height: 15pt; color: #5b2d86; font-weight: 600; }
  .who { font: 600 18pt/22pt Fraunces, Georgia, serif; overflow-wrap: anywhere; }
  .sheet { display: flex; flex-direction: column; overflow: hidden; }
  .sheet.is-landscape { height: ${SHORT}mm; }
  .sheet.is-portrait { height: ${LONG}mm; }
  .sheet header { margin-bottom: 0; }
  .sheet main { flex: 1; min-height: 0; display: flex; gap: ${GAP}mm; margin-top: 4mm; }
  .sheet.is-below main { flex-direction: column; }
  .parties { flex: none; list-style: none; column-gap: ${GAP}mm; font-size: 8.5pt; line-height: 12pt; font-weight: 600; }
  .parties li { position: relative; padding-left: 7mm; break-inside: avoid; overflow-wrap: anywhere; }
  .parties b { position: absolute; left: 0; color: #5b2d86; }
  .is-beside .parties { width: ${BESIDE}mm; }
  .sheet + .parties { break-before: page; }
  svg { flex: 1; min-width: 0; min-height: 0; }
  svg text { text-anchor: middle; font-family: Inter, sans-serif; }
  .top { fill: #ffffff; stroke: #cfcad9; }
  .outline { fill: none; stroke: #cfcad9; stroke-width: 2; }
  .label { font-weight: 600; fill: #575268; }
  .words { fill: #575268; }
  .free { fill: #ffffff; stroke-width: 1.5; }
  .sold { fill: #5b2d86; }
  .pending { fill: #ffffff; stroke: #5b2d86; stroke-dasharray: 2 2; }
  .blocked { fill: #e7e4ed; }
  .on-sold { font-weight: 600; fill: #ffffff; }
  .on-pending { font-weight: 600; fill: #5b2d86; }
  .on-free { fill: #575268; }
  .name { font-weight: 600; fill: #1d1a26; }
`;

/** The title and the performance, as the head of a document states them. */
const headMarkup = (
  kind: PlanDocument,
  { performance, parties }: PerformanceDocument,
  { text, day }: Words,
): string => {
  const times = [
    ...performance.mealTimes.map((time) => `${text('meal')} ${time}`),
    ...performance.showTimes.map((time) => `${text('show')} ${time}`),
  ];
  const when = [day(performance.date), ...times].join(', ');
  const totals = text('totals', { reservations: parties.length, people: sumOf(parties) });
  return `<header><p class="organiser">${escaped(performance.organiser)}</p><h1>${escaped(text(`title.${kind}`))} · ${escaped(performance.show)}</h1><p class="facts">${escaped(when)} · ${escaped(performance.room)}</p><p class="facts">${escaped(totals)}</p></header>`;
};

/** The page of a document: headings, lists and tables have their elements, so that the PDF is tagged. */
export function planDocumentHtml(
  kind: PlanDocument,
  document: PerformanceDocument,
  language: Language,
): string {
  const words = labelsOf(language);
  const title = `${words.text(`title.${kind}`)} · ${document.performance.show}`;
  const { size, body } =
    kind === 'plan'
      ? planPage(document, words)
      : {
          size: 'A4',
          body: `${headMarkup(kind, document, words)}<main>${BODIES[kind](document, words)}</main>`,
        };
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(title)}</title>` +
    `<style>@page { size: ${size}; margin: 12mm; }${STYLE}</style></head><body>${body}</body></html>`
  );
}

/** `plan-2026-12-12.pdf` */
export const planDocumentName = (kind: PlanDocument, date: string, language: Language): string =>
  `${TEXTS[language][`file.${kind}`]}-${date}.pdf`;
