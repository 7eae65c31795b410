import fc from 'fast-check';
import { plainRichText } from './rich-text';

describe('a rich text', () => {
  test('preserves the elements that the editor writes', () => {
    const text =
      '<h2>Accueil</h2><p>Bonjour <strong>à <em>tous</em></strong><br />et <u>merci</u></p><ul><li>un</li></ul><blockquote>« cité »</blockquote>';
    expect(plainRichText(text)).toBe(text);
  });
  test('replaces obsolete elements by current ones', () =>
    expect(plainRichText('<h1>a</h1><b>b</b><i>c</i><del>d</del>')).toBe(
      '<h2>a</h2><strong>b</strong><em>c</em><s>d</s>',
    ));
  test('gets links with rel="noopener noreferrer"', () => {
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
    ['a text of empty paragraphs', '<p></p><p>&nbsp;</p><p><br></p>'],
  ])('%s is removed', (_what, html) => expect(plainRichText(html)).toBe(''));
  test.each([
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//example.test',
  ])('a link to %s loses its address', (href) =>
    expect(plainRichText(`<p><a href="${href}">x</a></p>`)).not.toMatch(/href/),
  );
  test('contains only allowed elements for any input, and does not change when sanitised again', () => {
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
        // Attribute values in quotes may contain anything.
        expect(clean.replace(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\son\w+\s*=/i);
        expect(plainRichText(clean)).toBe(clean);
      }),
      { numRuns: 2_000 },
    );
  });
});
