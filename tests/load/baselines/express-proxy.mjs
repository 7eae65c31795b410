// The usual way to forward: Express with its best known proxy, connections kept open, and no check of any token.
import { Agent } from 'node:http';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';

const app = express();
app.disable('x-powered-by');
app.get('/health', (_request, response) => response.end());
app.use(
  createProxyMiddleware({
    target: process.env.TARGET,
    changeOrigin: false,
    agent: new Agent({ keepAlive: true, maxSockets: 256 }),
  }),
);
app.listen(Number(process.env.PORT), '127.0.0.1');
