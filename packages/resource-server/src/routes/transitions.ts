import { arrowsOf, isManual, transitionRight } from '@coulisse/resource';
import { z } from 'zod';
import { expectedVersion, named, type Request, route } from '@coulisse/service-kit/http';
import { comment } from '../bulk/bulk-order';
import { inputSchema } from '../transition-input';
import { replyRecord, type RouteGroup } from './route-group';

type Move = Request<
  { id: string; transition: string },
  Record<string, never>,
  { input?: Record<string, unknown>; comment?: string; confirmed?: string[] }
>;

const confirmed = z.array(z.string().max(60)).max(10).optional();
// The pipeline validates the input, after the right: its errors then have the pointers and messages of fields.
const body = z.strictObject({ input: z.unknown(), comment, confirmed }).partial();

/** A route per transition, so that the OpenAPI document lists them with their rights, and one that refuses others. */
export const transitionRoutes: RouteGroup = ({ resource, pipeline, base, common, record, id, call }) => {
  const moves = Object.entries(resource.lifecycle?.transitions ?? {}).filter(([, transition]) =>
    isManual(transition),
  );
  if (!resource.lifecycle) return [];
  const documented = (name: string) => {
    const input = inputSchema(resource, name);
    const needsInput = !!input && !input.safeParse({}).success;
    const described = input && named(`${resource.name}.${name}`, input);
    const schema = z.object({
      ...(described ? { input: needsInput ? described : described.optional() } : {}),
      ...{ comment, confirmed },
    });
    return { requestBody: { required: needsInput, content: { 'application/json': { schema } } } };
  };
  const move = async (request: Move, name: string) =>
    replyRecord(
      await pipeline.transition(
        call(request),
        request.params.id,
        name,
        expectedVersion(request.headers['if-match']),
        request.body,
      ),
    );
  return [
    ...moves.map(([name, transition]) =>
      route.post(
        `${base}/{id}/transitions/${name}`,
        {
          ...common,
          summary: arrowsOf(transition)
            .map(({ from, to }) => `${from.join(', ')} → ${to}`)
            .join('; '),
          access: { right: transitionRight(resource, name), scoped: true },
          params: id,
          body,
          response: record,
          idempotent: true,
          openapi: () => documented(name),
        },
        (request) => move(request as unknown as Move, name),
      ),
    ),
    route.post(
      `${base}/{id}/transitions/{transition}`,
      {
        ...common,
        summary: `Move a ${resource.name} to another state`,
        access: 'authenticated',
        params: id.extend({ transition: z.string() }),
        body,
        response: record,
        idempotent: true,
      },
      (request) => move(request as unknown as Move, request.params.transition),
    ),
  ];
};
