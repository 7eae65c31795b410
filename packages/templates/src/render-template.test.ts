import fc from 'fast-check';
import Handlebars from 'handlebars';
import { Parser } from 'htmlparser2';
import { compileSubject, compileTemplate } from './check-template';
import { compileMailBody } from './check-mail';
import { list, templateKind, text, flag } from './keywords';
import { oneLine, renderMail } from './render-mail';
import { renderTemplate } from './render-template';
import { paris, quoteData, quoteMail, quotePdf } from './sample-kind';

const compiled = (source: string, kind = quotePdf as Parameters<typeof compileTemplate>[0]) => {
  const result = compileTemplate(kind, source);
  if ('errors' in result) throw new Error(JSON.stringify(result.errors));
  return result.template;
};
const render = (source: string, data: unknown = quoteData, settings = paris) =>
  renderTemplate(compiled(source), data, settings).replace(/[\u202f\u00a0]/g, ' ');

describe('values', () => {
  test.each([
    ['{{quote.totalTTC}}', '1 234,56 €'],
    ['{{amount quote.totalTTC}}', '1 234,56 €'],
    ['{{quote.date}}', '29/03/2026'],
    ['{{date quote.date style="long"}}', '29 mars 2026'],
    // 00:30 UTC is 01:30 in Paris, half an hour before the clocks change.
    ['{{quote.sentAt}}', '29/03/2026 01:30'],
    ['{{quote.discount}}', '5,5 %'],
    ['{{percent quote.discount decimals=2}}', '5,50 %'],
    [
      '{{#each quote.lines}}{{@index}}{{label}}|{{/each}}',
      '0Décor &amp; costumes|1&lt;b&gt;Transport&lt;/b&gt;|',
    ],
    ['{{#each quote.lines}}{{quantity}};{{number quantity decimals=2}} {{/each}}', '2,5;2,50 1;1,00 '],
    [
      '{{#each quote.lines}}{{#each details}}{{note}}{{#unless @last}},{{/unless}}{{/each}}{{/each}}',
      'bois,tissu',
    ],
    ['{{#each quote.lines}}{{#if @first}}{{../quote.number}}{{/if}}{{/each}}', 'D-2026-000012'],
    ['{{#ifEqual quote.number "D-2026-000012"}}a{{else}}b{{/ifEqual}}', 'a'],
    ['{{#ifGreater quote.totalTTC 200000}}a{{else}}b{{/ifGreater}}', 'b'],
    ['{{#with seller}}{{name}}{{/with}}', 'Théâtre &quot;du Lac&quot;'],
    ['{{{quote.terms}}}', '<p>Net <strong>30</strong></p>'],
    ['<a href="{{quote.link}}">x</a>', '<a href="https://example.org/q?a&#x3D;1&amp;b&#x3D;2">x</a>'],
  ])('%s', (source, expected) => expect(render(source)).toBe(expected));

  test('follow the language, the zone and the currency', () => {
    const settings = { locale: 'en-US', zone: 'America/New_York', currency: 'USD' };
    expect(render('{{quote.totalTTC}} {{quote.sentAt}} {{quote.date}}', quoteData, settings)).toBe(
      '$1,234.56 3/28/26, 8:30 PM 3/29/26',
    );
  });

  test('that are missing are empty', () => {
    expect(
      render(
        '{{quote.number}}{{quote.date}}{{quote.totalTTC}}{{#each quote.lines}}x{{else}}none{{/each}}',
        {},
      ),
    ).toBe('none');
  });

  test('of a prototype are not read', () => {
    const data = Object.create({ quote: { number: 'inherited' } }) as object;
    expect(render('[{{quote.number}}]', data)).toBe('[]');
  });

  test.each([
    ['javascript:alert(1)', ''],
    ['https://a.example/"><script>', ''],
    ['data:text/html,x', ''],
    ['mailto:a@b.example', 'mailto:a@b.example'],
  ])('a link %s is written as %j', (link, expected) => {
    expect(render('<a href="{{quote.link}}">', { quote: { link } })).toBe(`<a href="${expected}">`);
  });

  test('a colour and a picture hold nothing else', () => {
    const data = { seller: { brand: 'red;background:url(https://x)', logo: 'https://x.example/a.png' } };
    expect(render('<p style="color:{{seller.brand}}"><img src="{{seller.logo}}">', data)).toBe(
      '<p style="color:"><img src="">',
    );
  });

  test('rich text is sanitised', () => {
    const terms = '<p onclick="x">a<script>1</script><img src="https://x"><a href="javascript:x">b</a></p>';
    expect(render('{{{quote.terms}}}', { quote: { terms } })).toBe('<p>a<a>b</a></p>');
  });
});

describe('a rendering is bounded', () => {
  const limitError = (code: string) => expect.objectContaining({ code }) as Error;
  const lines = Array.from({ length: 5_000 }, () => ({
    label: 'x',
    details: Array.from({ length: 5_000 }, () => ({ note: '' })),
  }));
  test('in steps', () => {
    const start = performance.now();
    const source = '{{#each quote.lines}}{{#each details}}{{note}}{{/each}}{{/each}}';
    expect(() => render(source, { quote: { lines } })).toThrow(limitError('template.too-slow'));
    expect(performance.now() - start).toBeLessThan(3_000);
  });
  test('in characters', () => {
    const source = `{{#each quote.lines}}${'y'.repeat(10_000)}{{/each}}`;
    expect(() => render(source, { quote: { lines } })).toThrow(limitError('template.output-too-large'));
  });
});

test('the same as Handlebars, on what both accept', () => {
  const kind = templateKind({
    name: 'test.same',
    kind: 'pdf',
    keywords: { a: text, b: flag, o: { c: text }, l: list({ d: text }) },
  });
  const leaf = fc.constantFrom(
    '{{a}}',
    ' {{~a}} ',
    '{{o.c}}',
    '\n  x\n',
    '{{! note }}\n',
    '{{@root.a}}',
    'é',
  );
  const source = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      fc.tuple(tie('node'), tie('node')).map(([x, y]) => `{{#if b}}${x}{{else}}\n${y}{{/if}}`),
      fc.tuple(tie('node'), tie('node')).map(([x, y]) => `{{#unless o.c}}\n${x}\n{{/unless}}${y}`),
      fc
        .array(fc.constantFrom('{{d}}', '{{@index}}', '{{../a}}', '\n', '{{#if @last}}!{{/if}}'))
        .map(
          (body) =>
            `{{#each @root.l}}\n${body.join('').replaceAll('../a', '@root.a')}\n{{else}}none{{/each}}`,
        ),
      tie('node').map((x) => `{{#if a}}${x}{{/if}}`),
    ),
  })).node;
  const data = fc.record({
    a: fc.string({ unit: fc.constantFrom('<', '&', '"', "'", '`', '=', 'a', ' ', '\n') }),
    b: fc.boolean(),
    o: fc.record({ c: fc.string() }),
    l: fc.array(fc.record({ d: fc.string({ unit: 'grapheme-ascii' }) }), { maxLength: 3 }),
  });
  fc.assert(
    fc.property(source, data, (template, values) => {
      expect(renderTemplate(compiled(template, kind), values, paris)).toBe(
        Handlebars.compile(template)(values),
      );
    }),
    { numRuns: 500 },
  );
});

test('no value becomes an element or an attribute', async () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(
        fc.constantFrom(
          '"',
          "'",
          '<',
          '>',
          '<script>',
          '</mj-text>',
          '<mj-include path="/etc/passwd"/>',
          ' onload=x',
          '{{',
          '}}',
          '&',
          '-->',
          ']]>',
          '</style>',
          '\u0000',
          '`',
          '\\',
          '=',
        ),
      )
      .map((parts) => parts.join('')),
  );
  const tagsOf = (html: string): string[] => {
    const tags: string[] = [];
    const parser = new Parser({
      onopentag: (name, attributes) => tags.push(`${name} ${Object.keys(attributes).sort().join(' ')}`),
    });
    parser.write(html);
    parser.end();
    return tags;
  };
  const withLabel = (label: string) => ({ ...quoteData, quote: { ...quoteData.quote, number: label } });
  const page = compiled(
    '<title>{{quote.number}}</title><p class="a {{quote.number}}" title=\'{{quote.number}}\'>{{quote.number}}</p>',
  );
  const expected = tagsOf(renderTemplate(page, withLabel('x'), paris));
  const body = await compileMailBody(
    quoteMail,
    `<mjml><mj-head><mj-title>{{quote.number}}</mj-title><mj-preview>{{quote.number}}</mj-preview></mj-head><mj-body><mj-section><mj-column>
     <mj-text><p title="{{quote.number}}">{{quote.number}}</p></mj-text><mj-image alt="{{quote.number}}" src="https://x.example/a.png" />
     <mj-button href="https://x.example/?q={{quote.number}}">{{quote.number}}</mj-button></mj-column></mj-section></mj-body></mjml>`,
  );
  const subject = compileSubject(quoteMail, 'Devis {{quote.number}}');
  if ('errors' in body || 'errors' in subject) throw new Error(JSON.stringify([body, subject]));
  const mail = (label: string) =>
    renderMail({ subject: subject.template, body: body.template }, withLabel(label), paris);
  const expectedMail = tagsOf((await mail('x')).html);
  await fc.assert(
    fc.asyncProperty(hostile, async (label) => {
      expect(tagsOf(renderTemplate(page, withLabel(label), paris))).toEqual(expected);
      // MJML leaves out an empty preview.
      const sent = await mail(`x${label}`);
      expect(tagsOf(sent.html)).toEqual(expectedMail);
      expect(sent.subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    }),
    { numRuns: 300 },
  );
});

test('a mail has a text alternative and a subject of one line', async () => {
  const body = await compileMailBody(
    quoteMail,
    `<mjml><mj-head><mj-preview>Aperçu</mj-preview></mj-head><mj-body><mj-section><mj-column><mj-text><h1>Bonjour</h1><p>Total&nbsp;: {{quote.totalTTC}}</p>
    <ul>{{#each quote.lines}}<li>{{label}}</li>{{/each}}</ul></mj-text><mj-button href="{{quote.link}}">Voir</mj-button></mj-column></mj-section></mj-body></mjml>`,
  );
  const subject = compileSubject(quoteMail, 'Devis {{quote.number}}\n de {{seller.name}}');
  if ('errors' in body || 'errors' in subject) throw new Error('errors');
  const data = { ...quoteData, quote: { ...quoteData.quote, number: 'D-1\r\nBcc: a@b.example' } };
  const mail = await renderMail({ subject: subject.template, body: body.template }, data, paris);
  expect(mail.subject).toBe('Devis D-1 Bcc: a@b.example de Théâtre "du Lac"');
  expect(mail.text.replace(/[\u202f\u00a0]/g, ' ')).toBe(
    'Bonjour\n\nTotal : 1 234,56 €\n\n- Décor & costumes\n\n- <b>Transport</b>\n\nVoir (https://example.org/q?a=1&b=2)',
  );
  expect(mail.html).not.toContain('fonts.googleapis');
});

test('a long subject is cut between characters', () => {
  expect([...oneLine('👩'.repeat(300))]).toHaveLength(200);
});
