import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { z } from 'zod';
import { publicActor } from '../actor';
import { fingerprintOf } from './idempotency';
import { openApi } from './openapi';
import { route } from './route';
import { closeEventStreams, sse } from './sse';
import type { RouteSpec } from './types';
import { parse } from './validation';

describe('validation', () => {
  const schema = z.strictObject({
    name: z.string().min(1).max(5),
    email: z.email().optional(),
    count: z.int().min(1).max(3).optional(),
    kind: z.enum(['A', 'B']).optional(),
    day: z.iso.date().optional(),
    lines: z
      .array(z.strictObject({ price: z.number() }))
      .max(2)
      .optional(),
    terms: z
      .boolean()
      .refine((accepted) => accepted, { params: { code: 'terms.not-accepted' } })
      .optional(),
  });
  const good = { name: 'a' };
  const refused = async (value: unknown) =>
    parse(schema, value).then(
      () => [],
      (problem: { errors: { pointer: string; code: string; params?: object }[] }) =>
        problem.errors.map(({ pointer, code, params }) => [pointer, code, ...(params ? [params] : [])]),
    );

  it.each<[string, unknown, unknown[]]>([
    ['R-047', {}, ['/name', 'validation.not-blank']],
    ['R-048', { name: null }, ['/name', 'validation.not-null']],
    ['', { name: 1 }, ['/name', 'validation.type']],
    ['R-047', { name: '' }, ['/name', 'validation.not-blank']],
    ['R-049', { name: 'abcdef' }, ['/name', 'validation.length', { min: 0, max: 5 }]],
    ['R-051', { ...good, email: 'x' }, ['/email', 'validation.email']],
    ['R-056', { ...good, count: 1.5 }, ['/count', 'validation.integer']],
    ['R-055', { ...good, count: 'x' }, ['/count', 'validation.number']],
    ['R-058', { ...good, count: 4 }, ['/count', 'validation.value-max', { max: 3 }]],
    ['', { ...good, kind: 'C' }, ['/kind', 'validation.choice']],
    ['R-053', { ...good, day: '2026-13-01' }, ['/day', 'validation.date']],
    ['R-055', { ...good, lines: [{ price: 'x' }] }, ['/lines/0/price', 'validation.number']],
    ['R-075', { ...good, lines: [{ price: 1, a: 1 }] }, ['/lines/0/a', 'validation.extra-fields']],
    ['', { ...good, terms: false }, ['/terms', 'terms.not-accepted']],
    ['R-075', { ...good, 'a/b': 1 }, ['/a~1b', 'validation.extra-fields']],
  ])('names what is wrong (%s) with %j', async (_rule, value, error) =>
    expect(await refused(value)).toEqual([error]),
  );
});

describe('routes', () => {
  it('do not compile without access', () => {
    // @ts-expect-error a route without access is no route
    const spec: RouteSpec = { summary: 'open to whom?' };
    expect(spec.access).toBeUndefined();
  });

  it('accept path parameters in braces, and generate their OpenAPI operation', () => {
    const merge = route.post(
      '/b/api/crm/tiers/{id}/merge',
      {
        summary: 'Merges',
        access: { right: 'crm.tiers.update' },
        params: z.object({ id: z.uuid() }),
        query: z.strictObject({ dry: z.string().optional() }),
        body: z.strictObject({ into: z.uuid() }),
        response: z.object({ id: z.uuid() }),
        idempotent: true,
      },
      async ({ params, body }) => ({ id: params.id, into: body.into }),
    );
    expect(merge.path).toBe('/b/api/crm/tiers/:id/merge');
    const { paths } = openApi('x', [merge]) as {
      paths: Record<string, Record<string, Record<string, unknown>>>;
    };
    const operation = paths['/b/api/crm/tiers/{id}/merge']!.post!;
    expect(operation).toMatchObject({ operationId: 'postBApiCrmTiersIdMerge', security: [{ bearer: [] }] });
    expect(
      (operation.parameters as { name: string; in: string }[]).map(
        (parameter) => `${parameter.in} ${parameter.name}`,
      ),
    ).toEqual(['path id', 'query dry', 'header Idempotency-Key']);
  });
});

describe('the fingerprint of a request', () => {
  const of = (body: unknown, subject: string | null = null, credential: string | null = null) =>
    fingerprintOf({ url: '/x', body, credential, actor: { ...publicActor('t', 'fr'), subject } });

  it('does not depend on the order of keys', () =>
    expect(of({ a: 1, b: [{ c: 1, d: 2 }] })).toBe(of({ b: [{ d: 2, c: 1 }], a: 1 })));
  it.each([
    ['the body', of({ a: 2 })],
    ['the caller', of({ a: 1 }, 's')],
    ['the credential', of({ a: 1 }, null, 'c')],
    ['the order of a list', of({ a: [1, 2] })],
  ])('depends on %s', (_what, other) => expect(other).not.toBe(of({ a: 1 })));
});

describe('server-sent events', () => {
  class FakeResponse extends EventEmitter {
    written = '';
    writableLength = 0;
    ended = false;
    destroyed = false;
    socket = null;
    status = () => this;
    set = () => this;
    write = (text: string) => (this.written += text);
    end = () => (this.ended = true);
    destroy = () => (this.destroyed = true);
  }
  const open = () => {
    const res = new FakeResponse();
    return { res, stream: sse(res as unknown as Response, { heartbeatMs: 1_000 }) };
  };
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    closeEventStreams();
    jest.useRealTimers();
  });

  it('escape line breaks, so that data cannot forge an event', () => {
    const { res, stream } = open();
    stream.send('seats', { seats: ['a'] }, '7');
    stream.send('x\nevent: forged', 'two\nlines');
    expect(res.written).toBe(
      'retry: 3000\n\nid: 7\nevent: seats\ndata: {"seats":["a"]}\n\nevent: x event: forged\ndata: two\ndata: lines\n\n',
    );
  });

  it('send heartbeats until the client disconnects', () => {
    const { res, stream } = open();
    jest.advanceTimersByTime(2_000);
    expect(res.written.match(/: still here/g)).toHaveLength(2);
    res.emit('close');
    expect(stream.closed.aborted).toBe(true);
    jest.advanceTimersByTime(2_000);
    expect(res.written.match(/: still here/g)).toHaveLength(2);
  });

  it('disconnect a client that does not keep up', () => {
    const { res, stream } = open();
    res.writableLength = 2 * 1024 * 1024;
    stream.send('x', 1);
    expect([res.destroyed, stream.closed.aborted]).toEqual([true, true]);
  });

  it('end when the service stops', () => {
    const { res } = open();
    closeEventStreams();
    expect(res.ended).toBe(true);
  });
});
