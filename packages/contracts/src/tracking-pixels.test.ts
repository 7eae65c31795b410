import { isPixelAddress, pixelOrigin, pixelPagePath } from './tracking-pixels';

it.each([
  'https://pixel.example.com/tr?id=12&ev=PageView&noscript=1',
  'https://pixel.example.com:8443/p.gif',
  'https://PIXEL.example.com/p.gif',
])('accepts %s as a pixel (R-208)', (address) => {
  expect(isPixelAddress(address)).toBe(true);
});

it.each([
  'http://pixel.example.com/p.gif',
  'https://user:secret@pixel.example.com/p.gif',
  'https://127.0.0.1/p.gif',
  'https://localhost/p.gif',
  'https://[::1]/p.gif',
  'javascript:alert(1)',
  'data:image/gif;base64,AAAA',
  '//pixel.example.com/p.gif',
  'https://*.example.com/p.gif',
  "https://a.example.com;script-src 'unsafe-inline'",
  '',
])('refuses %s as a pixel (R-208)', (address) => {
  expect(isPixelAddress(address)).toBe(false);
});

it('names the origin in the form of a policy, without path, query and capitals', () => {
  expect(pixelOrigin('https://PIXEL.example.com/tr?id=12;x')).toBe('https://pixel.example.com');
});

it('writes the step and the accepted sites into a path of the API, whatever the theatre is named', () => {
  expect(pixelPagePath('a/b', 'SHOW', ['https://a.example.com', 'https://b.example.com:8443'])).toBe(
    '/app-api/configuration/saas-customers/a%2Fb/pixels/SHOW?sites=https%3A%2F%2Fa.example.com%20https%3A%2F%2Fb.example.com%3A8443',
  );
});
