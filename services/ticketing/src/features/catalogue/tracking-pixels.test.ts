import { pixelPage } from './tracking-pixels.read-model';

const [A, B] = ['https://a.example.com', 'https://b.example.com'];

it('shows each picture, and lets in the sites that the theatre named and no other (R-208)', () => {
  const { html, policy } = pixelPage([`${A}/p.gif?id=1&ev=x`, `${A}/q.gif`, `${B}/p.gif`], [A, B]);
  expect(html.match(/<img /g)).toHaveLength(3);
  expect(html).toContain('src="https://a.example.com/p.gif?id=1&#38;ev=x"');
  expect(html).toContain('<meta name="referrer" content="no-referrer">');
  expect(policy).toContain("default-src 'none'; img-src https://a.example.com https://b.example.com;");
  expect(policy).toMatch(/sandbox$/);
});

it('shows nothing of a site that the visitor has not accepted, such as one that the theatre has named since (R-208)', () => {
  const { html, policy } = pixelPage([`${A}/p.gif`, `${B}/p.gif`], [A, 'https://c.example.com']);
  expect(html.match(/<img /g)).toHaveLength(1);
  expect(html).toContain(`src="${A}/p.gif"`);
  expect(policy).toContain(`img-src ${A};`);
  expect(pixelPage([`${A}/p.gif`], ['']).policy).toContain("img-src 'none'");
});

it('has no element that an address could write, and nothing of one that is no pixel', () => {
  const { html, policy } = pixelPage(
    [`${A}/"><script>alert(1)</script>`, `${B};script-src 'unsafe-inline'`, 'http://c.example.com/p.gif'],
    [A, B, `${B};script-src 'unsafe-inline'`, 'http://c.example.com'],
  );
  expect(html).not.toContain('<script');
  expect(html.match(/<img /g)).toHaveLength(1);
  expect(policy).toContain('img-src https://a.example.com;');
  expect(policy).not.toContain('unsafe');
});

it('lets nobody in where a step has no pixel', () => {
  expect(pixelPage([], [A]).policy).toContain("img-src 'none'");
});
