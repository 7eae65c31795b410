import { pixelPage } from './tracking-pixels.read-model';

it('shows each picture, and lets in the sites that the theatre named and no other (R-208)', () => {
  const { html, policy } = pixelPage([
    'https://a.example.com/p.gif?id=1&ev=x',
    'https://a.example.com/q.gif',
    'https://b.example.com/p.gif',
  ]);
  expect(html.match(/<img /g)).toHaveLength(3);
  expect(html).toContain('src="https://a.example.com/p.gif?id=1&#38;ev=x"');
  expect(html).toContain('<meta name="referrer" content="no-referrer">');
  expect(policy).toContain("default-src 'none'; img-src https://a.example.com https://b.example.com;");
  expect(policy).toMatch(/sandbox$/);
});

it('has no element that an address could write, and nothing of one that is no pixel', () => {
  const { html, policy } = pixelPage([
    `https://a.example.com/"><script>alert(1)</script>`,
    "https://b.example.com;script-src 'unsafe-inline'",
    'http://c.example.com/p.gif',
  ]);
  expect(html).not.toContain('<script');
  expect(html.match(/<img /g)).toHaveLength(1);
  expect(policy).toContain('img-src https://a.example.com;');
  expect(policy).not.toContain('unsafe');
});

it('lets nobody in where a step has no pixel', () => {
  expect(pixelPage([]).policy).toContain("img-src 'none'");
});
