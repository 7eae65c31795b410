import { Problem } from '@coulisse/service-kit/problem';
import { errorPage, opensPage } from './error-page';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('opensPage', () => {
  it.each([
    [BROWSER, '/app/x.js', true],
    [BROWSER, '/app', true],
    [BROWSER, '/b/x', true],
    [BROWSER, '/nothing', true],
    ['application/xhtml+xml, TEXT/HTML', '/app', true],
    [BROWSER, '/app-api/nothing', false],
    [BROWSER, '/b/api/crm/tiers', false],
    [BROWSER, '/health/nothing', false],
    ['*/*', '/app', false],
    ['application/json', '/app', false],
    ['text/html;q=0', '/app', false],
    ['text/html;q=0.000', '/app', false],
    ['text/html;q=0.5', '/app', true],
    ['x-text/html', '/app', false],
    [`${'text/html;'.repeat(700)}x`, '/app', true],
    [undefined, '/app', false],
  ])('%.60s of %s: %s', (accept, path, isPage) => {
    expect(opensPage({ headers: accept === undefined ? {} : { accept } }, path)).toBe(isPage);
  });
});

describe('errorPage', () => {
  const page = (problem: unknown, path = '/app/x', language: 'fr' | 'en' = 'fr') =>
    errorPage(problem, language, path, 'f'.repeat(32));

  it.each([
    [new Problem('http.404'), 'Page introuvable', 'Page not found', 'href="/app"'],
    [new Problem('http.403'), 'Accès refusé', 'Access denied', 'href="/app"'],
    [new Problem('request.malformed'), 'Adresse incorrecte', 'Wrong address', 'href="/app"'],
    [new Problem('service.unavailable'), 'Service indisponible', 'Service unavailable', 'href=""'],
    [new TypeError('x is not a function'), 'Une erreur est survenue', 'An error occurred', 'href=""'],
    [new Problem('request.too-many', { params: { seconds: 7 } }), '7 secondes', '7 seconds', 'href=""'],
  ])('says %s in both languages, with what to do', (problem, fr, en, action) => {
    const html = page(problem);
    expect(html).toContain('<html lang="fr">');
    expect(html).toContain(fr);
    expect(html).toContain(en);
    expect(html).toContain(action);
    expect(html).not.toContain('<script');
    expect(html).not.toContain('is not a function');
    expect(page(problem, '/app', 'en')).toContain('<html lang="en">');
  });

  it('names the reference of a failure alone', () => {
    expect(page(new TypeError('x'))).toContain('f'.repeat(32));
    expect(page(new Problem('http.404'))).not.toContain('f'.repeat(32));
  });

  it('leads back to the portal whoever works in it', () => {
    expect(page(new Problem('http.404'), '/b/nothing')).toContain('href="/b"');
  });

  it('shows nothing of the address', () => {
    expect(page(new Problem('http.404'), '/app/<img src=x>')).not.toContain('<img');
  });
});
