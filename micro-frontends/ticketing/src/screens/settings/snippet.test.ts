import { snippetOf } from './snippet';

const page = { tickets: 'https://tickets.example', theatre: 'lumiere' };

test('the lines of one show name it, and link to it', () => {
  expect(snippetOf({ ...page, show: { id: 's1', name: 'Hamlet' }, language: 'fr' })).toBe(
    [
      '<script src="https://tickets.example/app/widget.js" async></script>',
      '<coulisse-tickets theatre="lumiere" show="s1" lang="fr">',
      '  <a href="https://tickets.example/app/spectacles/s1?lang=fr">Réserver vos places : Hamlet</a>',
      '</coulisse-tickets>',
    ].join('\n'),
  );
});

test('those of all shows link to the theatre', () => {
  const lines = snippetOf({ ...page, language: 'en' });
  expect(lines).toContain('<coulisse-tickets theatre="lumiere" lang="en">');
  expect(lines).toContain(
    '<a href="https://tickets.example/app/theatres/lumiere?lang=en">Book your seats</a>',
  );
});

test('a name with marks of HTML is text', () => {
  const name = `Tom & Jerry </a><script>alert("1")</script>`;
  const lines = snippetOf({ ...page, show: { id: 's1', name }, language: 'fr' });
  expect(lines).toContain('Tom &amp; Jerry &lt;/a&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;');
});
