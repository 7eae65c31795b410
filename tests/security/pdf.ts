import { Findings, type Budget, type Outcome } from './lib/findings';
import type { Canary } from './lib/canary';
import { textOfPdf } from './lib/pdf-text';

export interface PdfTarget {
  /** A page with a hostile text in every field that users write. */
  pageWith: (text: (field: string) => string) => Promise<string>;
  /** The product's converter; null where it refused. */
  render: (html: string) => Promise<Buffer | null>;
  /** A listener that must not be reached, and a file that must not be read. */
  canary: Canary;
}

interface Payload {
  name: string;
  html: string;
}

/** Ways of a page to reach files and networks without JavaScript, and with it. */
function payloads(origin: string, file: string): Payload[] {
  const of = (name: string, template: string): Payload[] => [
    {
      name: `${name} of a network`,
      html: template.replaceAll('{url}', `${origin}/${name.replace(/\W/g, '-')}`),
    },
    { name: `${name} of a file`, html: template.replaceAll('{url}', `file://${file}`) },
    { name: `${name} of the accounts`, html: template.replaceAll('{url}', 'file:///etc/passwd') },
  ];
  return [
    ...of('img', '<img src="{url}">'),
    ...of('iframe', '<iframe src="{url}" width="600" height="400"></iframe>'),
    ...of('object', '<object data="{url}" width="600" height="400"></object>'),
    ...of('embed', '<embed src="{url}" width="600" height="400">'),
    ...of('stylesheet', '<link rel="stylesheet" href="{url}">'),
    ...of(
      'preload',
      '<link rel="preload" as="fetch" href="{url}"><link rel="prefetch" href="{url}"><link rel="dns-prefetch" href="{url}">',
    ),
    ...of('css import', '<style>@import url("{url}");</style>'),
    ...of(
      'css image',
      '<style>body{background:url("{url}")}</style><div style="background:url({url})">x</div>',
    ),
    ...of('font', '<style>@font-face{font-family:a;src:url("{url}")}p{font-family:a}</style><p>x</p>'),
    ...of('refresh', '<meta http-equiv="refresh" content="0;url={url}">'),
    ...of('base', '<base href="{url}/"><img src="x.png">'),
    ...of('svg use', '<svg><use href="{url}#a"/><image href="{url}" width="9" height="9"/></svg>'),
    ...of('script', '<script>fetch("{url}").then(r=>r.text()).then(t=>document.body.append(t))</script>'),
    ...of('frame of a document', '<iframe srcdoc="<img src={url}><iframe src={url}></iframe>"></iframe>'),
    ...of(
      'video',
      '<video src="{url}" poster="{url}" autoplay></video><audio src="{url}"></audio><input type="image" src="{url}">',
    ),
    ...of(
      'form',
      '<form action="{url}" method="get"><input name="a" autofocus onfocus="this.form.submit()"></form>',
    ),
  ];
}

const ACCOUNTS = /root:.{0,3}:0:0/;

/** Hostile texts in tickets, and hostile pages straight to the converter: nothing is fetched, no file is read. */
export async function attackPdf(target: PdfTarget, seed: number, budget: Budget): Promise<Outcome> {
  const findings = new Findings('pdf', seed);
  const { canary } = target;
  const list = payloads(canary.origin, canary.file);
  const check = async (where: string, html: string, mustRender: boolean) => {
    findings.requests++;
    const before = canary.hits.length;
    const pdf = await target.render(html);
    if (canary.hits.length > before) findings.add(where, `reached ${canary.hits.slice(before).join(', ')}`);
    if (!pdf) {
      if (mustRender) findings.add(where, 'was not rendered');
      return;
    }
    const text = await textOfPdf(pdf);
    if (text.includes(canary.secret)) findings.add(where, 'shows a file');
    if (ACCOUNTS.test(text)) findings.add(where, 'shows the accounts of the machine');
  };
  // Each round puts another text into each field; the rounds of the whole form put all of them into every field.
  const rounds = budget.isFull ? list.length : 3;
  for (let round = 0; round < rounds; round++) {
    let field = 0;
    const page = await target.pageWith(() => list[(seed + round * 7 + field++) % list.length]?.html ?? '');
    await check(`tickets, round ${round}`, page, true);
  }
  const every = list.map(({ html }) => html).join('\n');
  const chosen = budget.isFull ? list : list.filter((_, index) => (index + seed) % 8 === 0);
  for (const { name, html } of chosen)
    await check(
      name,
      `<!doctype html><html><head>${html}</head><body>${html}<p>end</p></body></html>`,
      false,
    );
  await check('all of them', `<!doctype html><html><body>${every}</body></html>`, false);
  return findings.outcome();
}
