import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OperationFigures } from './operations';
import { PrometheusSource } from './prometheus-source';

let server: Server;
let answer: (url: URL) => { status?: number; body: unknown };
const requested: URL[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://prometheus');
    requested.push(url);
    const { status = 200, body } = answer(url);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());
beforeEach(() => void requested.splice(0));

const source = () => new PrometheusSource(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
const data = (result: unknown[]) => ({ body: { status: 'success', data: { result } } });

it('reads a value, and none where there is none', async () => {
  answer = () => data([{ metric: {}, value: [1, '0.25'] }]);
  expect(await source().value('up')).toBe(0.25);
  answer = () => data([{ metric: {}, value: [1, 'NaN'] }]);
  expect(await source().value('up')).toBeNull();
  answer = () => data([]);
  expect(await source().value('up')).toBeNull();
});

it('reads lines by a label, on multiples of the step', async () => {
  answer = () =>
    data([
      {
        metric: { job: 'crm', x: 'y' },
        values: [
          [60, '1'],
          [90, '+Inf'],
        ],
      },
    ]);
  const lines = await source().lines('q', 'job', { seconds: 3_600, stepSeconds: 30 });
  expect(lines).toEqual([
    {
      label: 'crm',
      points: [
        [60_000, 1],
        [90_000, null],
      ],
    },
  ]);
  const { searchParams } = requested[0]!;
  expect(Number(searchParams.get('end')) % 30).toBe(0);
  expect(Number(searchParams.get('end')) - Number(searchParams.get('start'))).toBe(3_600);
});

it('is unavailable when Prometheus fails, or answers something else', async () => {
  answer = () => ({ status: 503, body: {} });
  await expect(source().value('up')).rejects.toMatchObject({ code: 'service.unavailable' });
  answer = () => ({ body: { data: 1 } });
  await expect(source().value('up')).rejects.toMatchObject({ code: 'service.unavailable' });
});

it('asks only the queries of the view', async () => {
  answer = ({ pathname }) =>
    pathname.endsWith('query_range') ? data([]) : data([{ metric: {}, value: [1, '3'] }]);
  const { isOn, figures, charts } = await new OperationFigures(source()).read('buyer', '6h');
  expect(isOn).toBe(true);
  expect(figures.map(({ value }) => value)).toEqual(figures.map(() => 3));
  expect(charts.map(({ name }) => name)).toEqual(['steps', 'latency-of-steps', 'outcomes', 'mails']);
  expect(requested).toHaveLength(figures.length + charts.length);
});

it('says that telemetry is off where there is no Prometheus', async () =>
  expect(await new OperationFigures(null).read('overview', '1h')).toEqual({
    isOn: false,
    figures: [],
    charts: [],
  }));
