import fc from 'fast-check';
import { plainRichText } from './rich-text';

describe('a rich text', () => {
  test('keeps what an editor writes', () => {
    const text =
      '<h2>Accueil</h2><p>Bonjour <strong>à <em>tous</em></strong><br />et <u>merci</u></p><ul><li>un</li></ul><blockquote>« cité »</blockquote>';
    expect(plainRichText(text)).toBe(text);
  });
  test('says older elements in the words of today', () =>
    expect(plainRichText('<h1>a</h1><b>b</b><i>c</i><del>d</del>')).toBe(
      '<h2>a</h2><strong>b</strong><em>c</em><s>d</s>',
    ));
  test('links lead outside without saying where from', () => {
    expect(plainRichText('<a href="https://example.test/" target="_top" onclick="x()">ici</a>')).toBe(
      '<a href="https://example.test/" rel="noopener noreferrer">ici</a>',
    );
    const refused = plainRichText('<a href="javascript:x">ici</a>');
    expect(plainRichText(refused)).toBe(refused);
    expect(plainRichText('<a href="mailto:a@example.test">e</a>')).toContain('mailto:a@example.test');
  });
  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['a script in a picture', '<img src=x onerror=alert(1)>'],
    ['a script in a drawing', '<svg><script>alert(1)</script></svg>'],
    ['a style', '<style>p{position:fixed}</style>'],
    ['a frame', '<iframe src="https://example.test"></iframe>'],
    ['a form', '<form action="https://example.test"><input name="a"></form>'],
    ['a comment', '<!-- a -->'],
    ['nothing but empty paragraphs', '<p></p><p>&nbsp;</p><p><br></p>'],
  ])('%s leaves nothing', (_what, html) => expect(plainRichText(html)).toBe(''));
  test.each([
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//example.test',
  ])('a link to %s leads nowhere', (href) =>
    expect(plainRichText(`<p><a href="${href}">x</a></p>`)).not.toMatch(/href/),
  );
  test('whatever is written, only plain elements come out, and they stay as they are', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '<p>',
        '</p>',
        '<a href="',
        'javascript:',
        '">',
        '<img ',
        'onerror=',
        '<svg',
        '<!--',
        '-->',
      ),
      fc.constantFrom(
        '<script>',
        '</script>',
        '<math><mi',
        '<style>',
        '"',
        "'",
        '&lt;script&gt;',
        '&#60;b',
        '\0',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const clean = plainRichText(pieces.join(''));
        for (const [, tag = ''] of clean.matchAll(/<\/?([a-z0-9]+)/gi))
          expect(['p', 'br', 'hr', 'h2', 'a', 'strong', 'em', 's', 'code', 'pre', 'u']).toContain(tag);
        // A value between quotes is a value, whatever it looks like.
        expect(clean.replace(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\son\w+\s*=/i);
        expect(plainRichText(clean)).toBe(clean);
      }),
      { numRuns: 2_000 },
    );
  });
});
