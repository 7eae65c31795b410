import fc from 'fast-check';
import { checkTemplate, compileSubject } from './check-template';
import { compileMailBody } from './check-mail';
import { TEMPLATE_LIMITS } from './limits';
import { quoteMail, quotePdf } from './sample-kind';

const check = (source: string): string[] =>
  checkTemplate(quotePdf, source).map(
    ({ code, line, column }) => `${line}:${column} ${code.replace('template.', '')}`,
  );

describe('a template is refused with line and column', () => {
  test.each([
    ['<p>\n  {{quote.nomber}}</p>', '2:5 unknown-keyword-suggestion'],
    ['{{zzzzzzzzzz}}', '1:3 unknown-keyword'],
    ['{{#each quote.lines}}\n{{lable}}{{/each}}', '2:3 unknown-keyword-suggestion'],
    ['{{#each quote.lines}}{{quote.number}}{{/each}}', '1:24 unknown-keyword'],
    ['{{../quote.number}}', '1:3 unknown-keyword'],
    ['{{@index}}', '1:3 unknown-keyword'],
    ['{{quote}}', '1:3 not-a-value'],
    ['{{quote.lines}}', '1:3 not-a-value'],
    ['{{#each quote.number}}{{/each}}', '1:9 not-a-list'],
    ['{{shout quote.number}}', '1:1 unknown-helper'],
    ['{{#shout quote.number}}{{/shout}}', '1:1 unknown-helper'],
    ['{{#quote.lines}}{{/quote.lines}}', '1:1 unknown-helper'],
    ['{{lookup quote "number"}}', '1:1 unknown-helper'],
    ['{{log quote.number}}', '1:1 unknown-helper'],
    ['{{amount quote.number}}', '1:1 helper-arguments'],
    ['{{amount quote.totalTTC quote.totalTTC}}', '1:1 helper-arguments'],
    ['{{date quote.date style="enormous"}}', '1:1 helper-arguments'],
    ['{{number quote.totalTTC decimals=99}}', '1:1 helper-arguments'],
    ['{{amount (lookup quote "totalTTC")}}', '1:10 forbidden-construct'],
    ['{{#if quote.isSigned quote.number}}{{/if}}', '1:1 helper-arguments'],
    ['{{#ifEqual quote.number}}{{/ifEqual}}', '1:1 helper-arguments'],
    ['{{#each quote.lines as |line|}}{{/each}}', '1:1 forbidden-construct'],
    ['\n{{> header}}', '2:1 forbidden-construct'],
    ['{{#> layout}}x{{/layout}}', '1:1 forbidden-construct'],
    ['{{#*inline "x"}}y{{/inline}}', '1:1 forbidden-construct'],
    ['{{* decorator}}', '1:1 forbidden-construct'],
    ['{{{quote.number}}}', '1:1 raw-value'],
    ['{{&quote.number}}', '1:1 raw-value'],
    ['{{quote.terms}}', '1:1 rich-text-braces'],
    ['a\n{{quote.number', '2:9 syntax'],
    ['a\n b {{quote number "}}', '2:19 syntax'],
    ['a\n {{#if quote.number}}\nb', '2:2 unclosed-block'],
    ['{{#if quote.number}}\n{{/each}}', '1:4 syntax'],
    ['{{/if}}', '1:1 syntax'],
    ['{{{{raw}}}} {{x}} {{{{/raw}}}}', '1:1 unknown-helper'],
    ['   ', '1:1 empty'],
    ['x'.repeat(TEMPLATE_LIMITS.source + 1), '1:1 too-large'],
    ['{{quote.number}}'.repeat(TEMPLATE_LIMITS.tags + 1), '1:64001 too-many-tags'],
    [`${'{{#if quote.number}}'.repeat(9)}${'{{/if}}'.repeat(9)}`, '1:161 too-deep'],
    [`${'{{#if quote.number}}'.repeat(4_000)}`, '1:161 too-deep'],
  ])('%.60s', (source, expected) => {
    expect(check(source)[0]).toBe(expected);
  });

  it.each([
    ['{{constructor}}'],
    ['{{quote.constructor}}'],
    ['{{quote.__proto__.x}}'],
    ['{{quote.number.length}}'],
    ['{{toString}}'],
    ['{{@root.constructor}}'],
    ['{{@root.__proto__}}'],
    ['{{#with quote}}{{../constructor}}{{/with}}'],
    ['{{#each quote.lines}}{{this.constructor.constructor}}{{/each}}'],
    ['{{__lookupGetter__}}'],
    ['{{[constructor]}}'],
    ['{{quote.[__proto__]}}'],
  ])('%s names no keyword', (source) => {
    expect(check(source)[0]).toMatch(/unknown-keyword/);
  });
});

test('the nearest keyword is suggested', () => {
  expect(checkTemplate(quotePdf, '{{quote.nomber}}')[0]?.params).toEqual({
    name: 'quote.nomber',
    suggestion: 'quote.number',
  });
  expect(checkTemplate(quotePdf, '{{#each quote.lines}}{{totalHt}}{{/each}}')[0]?.params).toMatchObject({
    suggestion: 'totalHT',
  });
  expect(checkTemplate(quotePdf, '{{number}}')[0]?.params).toMatchObject({ suggestion: 'quote.number' });
});

describe('markup that reaches a network, a file or a script is refused', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<SCRIPT SRC=//x></SCRIPT>',
    '<scr{{!}}ipt>',
    '<scr{{~! ~}}ipt>',
    '<iframe src="file:///etc/passwd"></iframe>',
    '<object data="x"></object>',
    '<embed src="x">',
    '<link rel="stylesheet" href="https://x.example/a.css">',
    '<meta http-equiv="refresh" content="0;url=https://x.example">',
    '<base href="https://x.example/">',
    '<form action="https://x.example"></form>',
    '<svg><script>1</script></svg>',
    '<math><mtext></mtext></math>',
    '<img src="https://x.example/a.png">',
    '<img src="//x.example/a.png">',
    '<img src="file:///etc/passwd">',
    '<img src="data:text/html;base64,AAAA">',
    '<img src="data:image/png;base64,AAAA" onerror="alert(1)">',
    '<img src=data:image/png;base64,AAAA>',
    '<img srcset="https://x.example/a.png 1x">',
    '<img src="{{quote.link}}">',
    '<img src="{{quote.number}}">',
    '<img src="{{seller.logo}}x">',
    '<img src="{{#if quote.isSigned}}https://x.example{{/if}}">',
    '<p onclick="x()">',
    '<p {{quote.number}}>',
    '<p class={{quote.number}}>',
    '<p {{quote.number}}="x">',
    '<{{quote.number}}>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="java&#115;cript:alert(1)">x</a>',
    '<a href=" javascript:alert(1)">x</a>',
    '<a href="{{quote.number}}">x</a>',
    '<a href="https://{{quote.number}}/">x</a>',
    '<a href="{{#if quote.isSigned}}javascript{{/if}}:x">x</a>',
    '<style>@import "https://x.example/a.css";</style>',
    '<style>@IMPORT url(x);</style>',
    '<style>p { background: url(https://x.example/a.png) }</style>',
    '<style>p { background: URL( "//x.example/a.png" ) }</style>',
    '<style>p { background: \\75rl(https://x.example) }</style>',
    '<style>p { background: image-set("https://x.example" 1x) }</style>',
    '<style>@font-face { src: url(https://x.example/a.woff2) }</style>',
    '<style>@namespace url(https://x.example);</style>',
    '<style>p { color: {{quote.number}} }</style>',
    '<style>p { background: u{{#if quote.isSigned}}rl(https://x.example){{/if}} }</style>',
    '<style>p { background: /* {{#if quote.isSigned}} */ {{/if}} url(https://x.example) }</style>',
    '<style></style ><script></script>',
    '<style><!-- </style><img src="https://x.example/">',
    '<p style="background:url(https://x.example/a.png)">',
    '<p style="background:&#117;rl(https://x.example/a.png)">',
    '<p style="{{quote.number}}">',
    '<p style="{{#if quote.isSigned}}background:u{{else}}rl(https://x.example){{/if}}">',
    '<!--[if mso]><script></script><![endif]-->',
    '<!--><script></script>-->',
    '<!---><script></script>-->',
    '<!-- {{quote.number}} -->',
    '<!-- x --!><img src=x>-->',
    '<![CDATA[ x ]]>',
    '<?xml version="1.0"?>',
    '<!doctype html SYSTEM "file:///etc/passwd">',
    '<title>{{quote.number}}</title ><script>',
    '<title><script></title>',
    '<textarea></textarea>',
    '<noscript><p></noscript>',
    '<template><p></template>',
    '<p',
    '<p class="x',
    '<style>p {}',
    'a < b',
    '{{#if quote.isSigned}}<p {{/if}}>',
    '{{#if quote.isSigned}}<style>{{else}}<p>{{/if}}',
    '{{#each quote.lines}}<p class="{{/each}}',
    '<p class="x{{#if quote.isSigned}}" style="{{/if}}">',
    '<a\u0000b>',
    '<p\u00a0onclick="x">',
    '<mj-include path="/etc/passwd"/>',
  ];
  test.each(hostile)('%s', (source) => {
    expect(check(source)).not.toEqual([]);
  });

  const hostileMails = [
    '<mj-include path="/etc/passwd" />',
    '<mj-raw><script>1</script></mj-raw>',
    '<mj-font name="x" href="https://x.example/a.css" />',
    '<mj-html-attributes></mj-html-attributes>',
    '<mj-text color="red;background:url(https://x.example)">x</mj-text>',
    '<mj-text color="{{quote.number}}">x</mj-text>',
    '<mj-button href="javascript:x">x</mj-button>',
    '<mj-button href="{{quote.number}}">x</mj-button>',
    '<mj-image src="file:///etc/passwd" />',
    '<mj-image src="http://x.example/a.png" />',
    '<mj-section background-url="file:///etc/passwd"></mj-section>',
    '<mj-style>@import url(https://x.example);</mj-style>',
    '<mj-text><script>1</script></mj-text>',
    '<mj-text onclick="x">x</mj-text>',
    '<style>p {}</style>',
    '<mj-title></mj-title ><script></script>',
  ];
  test.each(hostileMails)('%s in a mail', (source) => {
    expect(checkTemplate(quoteMail, source)).not.toEqual([]);
  });
});

test('ordinary documents are accepted', () => {
  const source = `<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><title>{{quote.number}}</title>
<style>@page { size: A4; margin: 15mm } body { font: 10pt/1.4 Inter, sans-serif; color: rgb(0, 0, 0) }
/* Totals: right (aligned) */ td.total { text-align: right; width: calc(100% - 2mm); color: {{seller.brand}} }
@media print and (min-width: 10mm) { p:not(.a) { background: url("data:image/png;base64,AAAA") } }</style></head>
<body><!-- Header of the quote --><img src="{{seller.logo}}" alt="{{seller.name}}" width="100"/>
<p class="{{#if quote.isSigned}}signed{{else}}draft{{/if}} x" style="color: {{seller.brand}}; margin: {{#if quote.isSigned}}1mm{{/if}}">{{quote.number}}</p>
<table>{{#each quote.lines}}<tr {{#if @first}}class="first"{{/if}}><td>{{label}}</td><td>{{number quantity decimals=2}}</td>
<td>{{totalHT}} {{../quote.number}} {{@root.quote.number}} {{@../index}}</td></tr>{{else}}<tr><td>-</td></tr>{{/each}}</table>
{{#with seller}}{{name}}{{/with}}{{{quote.terms}}}
<a href="https://example.org/q?n={{quote.number}}">a</a><a href='{{quote.link}}'>b</a><a href="mailto:{{seller.name}}">c</a>
{{date quote.date style="long"}} {{dateTime quote.sentAt}} {{percent quote.discount}} {{quote.discount}}
{{#ifEqual quote.number "x"}}a{{else}}b{{/ifEqual}}{{#ifGreater quote.totalTTC 10}}c{{/ifGreater}}{{#unless quote.isSigned}}d{{/unless}}
</body></html>`.replace(' {{@../index}}', '');
  expect(check(source)).toEqual([]);
});

test('a mail whose elements are in the wrong places is refused, by line', async () => {
  const compiled = await compileMailBody(
    quoteMail,
    '<mjml>\n<mj-body>\n<mj-text>{{quote.number}}</mj-text></mj-body></mjml>',
  );
  expect(compiled).toMatchObject({ errors: [{ code: 'template.mail-markup', line: 3 }] });
  expect(await compileMailBody(quoteMail, 'hello')).toHaveProperty('errors');
  expect(
    await compileMailBody(quoteMail, '<mjml><mj-body><mj-section></mj-section></mj-body></mjml>'),
  ).toHaveProperty('template');
});

test('a subject is plain text with keywords', () => {
  expect(compileSubject(quoteMail, 'Devis <{{quote.number}}> & co')).toHaveProperty('template');
  expect(compileSubject(quoteMail, '{{quote.nope}}')).toHaveProperty('errors');
});

test('any text is checked without an exception, and quickly', () => {
  const piece = fc.constantFrom(
    ...[
      '{{',
      '}}',
      '{{#if quote.number}}',
      '{{/if}}',
      '{{else}}',
      '{{#each quote.lines}}',
      '{{/each}}',
      '{{{',
      '}}}',
      '<',
      '>',
    ],
    ...[
      '</',
      '<p',
      '<style>',
      '</style>',
      '<!--',
      '-->',
      '"',
      "'",
      '=',
      ' ',
      '\n',
      'quote',
      '.',
      'number',
      '(',
      ')',
      '|',
      '~',
      '@',
      '\\',
    ],
  );
  const source = fc.array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 40 });
  fc.assert(
    fc.property(source, (pieces) => {
      const text = pieces.join('');
      const lines = text.split('\n').length;
      for (const { line, column } of checkTemplate(quotePdf, text)) {
        expect(line).toBeLessThanOrEqual(lines + 1);
        expect(line).toBeGreaterThan(0);
        expect(column).toBeGreaterThan(0);
      }
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['<'],
  ['<!--a'],
  ['{{'],
  ['{{quote.number}}'],
  ['"'],
  ['<p class="'],
  ['&#'],
  ['{{!'],
  ['<!-- -'],
  ['('],
])('a source full of %s is checked in bounded time', (piece) => {
  const start = performance.now();
  check(piece.repeat(Math.floor(TEMPLATE_LIMITS.source / piece.length)));
  expect(performance.now() - start).toBeLessThan(5_000);
});
