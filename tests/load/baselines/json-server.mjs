// node:http and nothing else: what every bare peer does with requests and answers.
import { createServer } from 'node:http';

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return chunks.length ? JSON.parse(Buffer.concat(chunks)) : undefined;
}

/**
 * Serves JSON on PORT; `/health` answers 200.
 * @param {(request: { method: string, path: string, query: string, headers: import('node:http').IncomingHttpHeaders, body: any }) => Promise<[status: number, content?: unknown]>} answer
 */
export function serveJson(answer) {
  const server = createServer((request, response) => {
    if (request.url === '/health') return void response.end();
    const respond = async () => {
      const { method, headers, url } = request;
      const [path, query = ''] = url.split('?');
      const [status, content] = await answer({ method, path, query, headers, body: await bodyOf(request) });
      const text = content === undefined ? '' : JSON.stringify(content);
      response
        .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
        .end(text);
    };
    respond().catch((error) => {
      console.error(error);
      response.writeHead(500).end();
    });
  });
  server.keepAliveTimeout = 65_000;
  server.listen(Number(process.env.PORT), '127.0.0.1');
}
