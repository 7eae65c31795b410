/** Style sheet of the ticket: the product's design tokens of the light theme, since paper is white. */
export const TICKET_STYLE = `
@page { size: A4; margin: 0; }
:root { --ink: #1d1a26; --ink-soft: #575268; --line: #e7e4ed; --line-strong: #cfcad9; --primary: #5b2d86; --primary-deep: #2c1646; --light: #f0b652; }
* { box-sizing: border-box; margin: 0; padding: 0; }
body { font: 10pt/14.5pt Inter, sans-serif; color: var(--ink); -webkit-print-color-adjust: exact; print-color-adjust: exact; font-variant-numeric: tabular-nums; }
.page { position: relative; width: 210mm; height: 297mm; padding: 16mm 15mm; overflow: hidden; break-after: page; }
.page:last-child { break-after: auto; }
.ticket { display: flex; height: 112mm; border: .35mm solid var(--line-strong); border-radius: 5mm; overflow: hidden; }
.body { flex: 1; display: flex; flex-direction: column; min-width: 0; }
.hero { padding: 9mm 9mm 7mm; min-height: 57mm; display: flex; flex-direction: column; justify-content: flex-end; background: linear-gradient(105deg, var(--primary-deep) 0%, var(--primary) 78%, #7a4a86 100%); color: #fff; }
.organiser { margin-bottom: auto; padding-bottom: 4mm; font: 600 11.5pt/15pt Fraunces, Georgia, serif; color: var(--light); }
.title { font: 600 27pt/31pt Fraunces, Georgia, serif; letter-spacing: -.1mm; overflow-wrap: anywhere; margin-bottom: 3mm; }
.title.medium { font-size: 21pt; line-height: 25pt; }
.title.small { font-size: 15pt; line-height: 19pt; }
.date { font-size: 12pt; line-height: 17pt; font-weight: 600; }
.times { font-size: 11pt; line-height: 15pt; color: #e4d8ef; }
.facts { flex: 1; display: grid; grid-template-columns: 1fr 1fr; gap: 3.5mm 8mm; align-content: center; padding: 4mm 9mm; }
.fact.wide { grid-column: 1 / -1; }
dt { font-size: 8pt; line-height: 11pt; color: var(--ink-soft); }
dd { font-size: 10.5pt; line-height: 14pt; font-weight: 600; overflow-wrap: anywhere; }
.strong dd { font: 600 19pt/23pt Fraunces, Georgia, serif; color: var(--primary); }
.note { font-size: 7.5pt; line-height: 10.5pt; font-weight: 400; color: var(--ink-soft); }
.stub { flex: none; width: 56mm; padding: 9mm 7mm; border-left: .35mm dashed var(--line-strong); display: flex; flex-direction: column; align-items: center; justify-content: space-between; text-align: center; }
.position { font-size: 9pt; color: var(--ink-soft); }
.qr { width: 42mm; height: 42mm; }
.qr svg { width: 100%; height: 100%; display: block; }
.number { font-size: 12pt; line-height: 16pt; font-weight: 650; white-space: nowrap; }
.number span { display: block; font-size: 8pt; line-height: 12pt; font-weight: 400; color: var(--ink-soft); }
.fold { margin: 12mm 0; border-top: .3mm dashed var(--line-strong); }
.practical { display: grid; grid-template-columns: 1fr 1.1fr 1.25fr; gap: 9mm; font-size: 9.5pt; line-height: 14pt; }
.practical h2 { margin-bottom: 2mm; font: 600 12pt/16pt Fraunces, Georgia, serif; color: var(--primary); }
.practical p, .practical li { color: var(--ink-soft); }
.practical .lead { color: var(--ink); font-weight: 600; }
.practical ul { list-style: none; }
.practical li { display: flex; justify-content: space-between; gap: 3mm; white-space: nowrap; }
.practical b { color: var(--ink); font-weight: 600; }
footer { position: absolute; left: 15mm; right: 15mm; bottom: 12mm; padding-top: 3mm; border-top: .2mm solid var(--line); font-size: 7.5pt; line-height: 10pt; color: var(--ink-soft); }
`;
