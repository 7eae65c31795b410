import fc from 'fast-check';
import { compileMailBody } from './check-mail';
import { CompiledMails } from './compiled-mails';
import { MAIL_LIMITS } from './limits';
import { compileMjml } from './render-mail';
import { renderTemplate } from './render-template';
import { paris, quoteData, quoteMail } from './sample-kind';

const SOURCE = `<mjml><mj-head><mj-title>{{quote.number}}</mj-title><mj-preview>{{quote.number}}</mj-preview></mj-head><mj-body><mj-section><mj-column>
  <mj-text><p title="{{quote.number}}">{{#if quote.isSigned}}{{seller.name}}{{else}}–{{/if}}</p>{{{quote.terms}}}</mj-text>
  <mj-table>{{#each quote.lines}}<tr><td style="color:{{../seller.brand}}">{{@index}} {{label}} {{totalHT}}</td></tr>{{/each}}</mj-table>
  <mj-button href="{{quote.link}}">{{quote.number}}</mj-button></mj-column></mj-section></mj-body></mjml>`;

async function template(source = SOURCE) {
  const compiled = await compileMailBody(quoteMail, source);
  if ('errors' in compiled) throw new Error(JSON.stringify(compiled.errors));
  return compiled.template;
}
const withName = (name: string, number = 'D-1', link = quoteData.quote.link) => ({
  ...quoteData,
  quote: { ...quoteData.quote, number, link },
  seller: { ...quoteData.seller, name },
});
function counted(mostCharacters?: number) {
  const compile = jest.fn(async (source: string) => (await compileMjml(source)).html);
  return { compile, mails: new CompiledMails(compile, mostCharacters) };
}
/** MJML removes spaces around a text, which a browser does not show. */
const asShown = (html: string): string => html.replace(/\s+/g, ' ').replace(/ ?([<>]) ?/g, '$1');

test('a mail is what the compiler makes of it with its texts, whatever they are', async () => {
  const body = await template();
  const { mails } = counted();
  const odd = fc
    .array(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('<b>', '&amp;', '$&', '$1', '\ue0a7', '"', ''),
      ),
    )
    .map((parts) => parts.join(''));
  const links = fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    odd.map((text) => `https://coulisse.test/o?a=1&b=${text}`),
  );
  await fc.assert(
    fc.asyncProperty(odd, odd, links, fc.boolean(), async (name, number, link, isSigned) => {
      const data = withName(name, number, link);
      data.quote.isSigned = isSigned;
      const direct = await compileMjml(renderTemplate(body, data, paris, MAIL_LIMITS));
      expect(asShown(await mails.html(body, data, paris, MAIL_LIMITS))).toBe(asShown(direct.html));
    }),
    { numRuns: 150 },
  );
});

test('mails that differ in texts alone are compiled once; another structure is compiled again', async () => {
  const body = await template();
  const { mails, compile } = counted();
  const html = await Promise.all(
    ['Anne', 'Zoé & <i>Léa</i>'].map((name) => mails.html(body, withName(name), paris, MAIL_LIMITS)),
  );
  compile.mockClear();
  html.push(await mails.html(body, withName('Luc'), paris, MAIL_LIMITS));
  expect(compile).not.toHaveBeenCalled();
  expect(html.map((page) => /Anne|Zoé &amp; &lt;i&gt;Léa|Luc/.exec(page)?.[0])).toEqual([
    'Anne',
    'Zoé &amp; &lt;i&gt;Léa',
    'Luc',
  ]);
  const unsigned = withName('Luc');
  unsigned.quote.isSigned = false;
  expect(await mails.html(body, unsigned, paris, MAIL_LIMITS)).not.toContain('Luc');
  compile.mockClear();
  const linked = await mails.html(
    body,
    withName('Luc', 'D-1', 'https://coulisse.test/o?a=1&b=2'),
    paris,
    MAIL_LIMITS,
  );
  expect(linked).toContain('href="https://coulisse.test/o?a&#x3D;1&amp;b&#x3D;2"');
  expect(compile).not.toHaveBeenCalled();
  // A value of another attribute is part of the structure: the compiler reads attributes.
  await mails.html(body, withName('Luc', 'D-2'), paris, MAIL_LIMITS);
  expect(compile).toHaveBeenCalledTimes(1);
});

test('a template or data with the mark of texts are compiled as they are', async () => {
  const { mails, compile } = counted();
  const marked = await template(
    SOURCE.replace('–', '\ue0a70\ue0a7').replace('{{#if quote.isSigned}}', '{{#if seller.logo}}'),
  );
  const data = { ...withName('Anne'), seller: { ...quoteData.seller, name: 'Anne', logo: '' } };
  expect(await mails.html(marked, data, paris, MAIL_LIMITS)).toContain('\ue0a70\ue0a7');
  expect(await mails.html(await template(), withName('Anne', '\ue0a71\ue0a7'), paris, MAIL_LIMITS)).toContain(
    'title="\ue0a71\ue0a7"',
  );
  expect(compile).toHaveBeenCalledTimes(2);
});

test('what was used longest ago is dropped when there is too much', async () => {
  const body = await template();
  const { mails, compile } = counted(60_000);
  const first = () => mails.html(body, withName('Anne', 'first'), paris, MAIL_LIMITS);
  await first();
  for (let count = 0; count < 3; count++)
    await mails.html(body, withName('Anne', `${count}`), paris, MAIL_LIMITS);
  await first();
  const calls = compile.mock.calls.length;
  for (let count = 0; count < 20; count++)
    await mails.html(body, withName('Anne', `other ${count}`), paris, MAIL_LIMITS);
  await first();
  expect(compile).toHaveBeenCalledTimes(calls + 21);
});
