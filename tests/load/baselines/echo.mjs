// The service behind a proxy that is measured: responds with a kilobyte of JSON and nothing else.
import { createServer } from 'node:http';

const body = Buffer.from(
  JSON.stringify({
    items: Array.from({ length: 20 }, (_, id) => ({ id, name: `Third party ${id}`, state: 'ACTIVE' })),
  }),
);
const headers = { 'content-type': 'application/json', 'content-length': body.length };

const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, headers).end(body);
});
server.keepAliveTimeout = 65_000;
server.listen(Number(process.env.PORT), '127.0.0.1');
