import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GotenbergRenderer } from './gotenberg-renderer';
import { pageCount } from './page-count.domain';

const PDF =
  '%PDF-1.7\n1 0 obj<</Type /Pages /Count 2>>\n2 0 obj<</Type /Page>>\n3 0 obj<</Type/Page>>\n%%EOF\n';

describe('GotenbergRenderer', () => {
  let server: Server;
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const renderer = async (answer: RequestListener, timeoutMs = 2_000): Promise<GotenbergRenderer> => {
    server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new GotenbergRenderer(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, timeoutMs);
  };

  it('sends the page with preferCssPageSize and printBackground', async () => {
    let path = '';
    let body = '';
    const gotenberg = await renderer((request, response) => {
      path = request.url ?? '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => response.end(PDF));
    });
    expect((await gotenberg.render('<p>été</p>')).toString()).toBe(PDF);
    expect(path).toBe('/forms/chromium/convert/html');
    for (const part of ['index.html', '<p>été</p>', 'preferCssPageSize', 'printBackground'])
      expect(body).toContain(part);
  });

  it.each<[string, RequestListener]>([
    ['is no PDF', (_request, response) => response.end('<h1>It works</h1>')],
    ['is truncated', (_request, response) => response.end(PDF.slice(0, 40))],
    ['is an error', (_request, response) => response.writeHead(503).end()],
    ['never comes', () => undefined],
    ['never ends', (_request, response) => void response.write('%PDF-')],
  ])('throws service.unavailable when the response %s', async (_name, answer) => {
    const gotenberg = await renderer(answer, 300);
    await expect(gotenberg.render('<p></p>')).rejects.toMatchObject({ code: 'service.unavailable' });
  });
});

it('counts pages, and returns null when it finds none', () => {
  expect(pageCount(Buffer.from(PDF))).toBe(2);
  expect(pageCount(Buffer.from('%PDF-1.7 compressed %%EOF'))).toBeNull();
});
