/** OpenAPI paths of the gateway's own routes. */
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { type: 'object' } } },
});
const text = { type: 'string' };
const email = { type: 'string', format: 'email' };
const uuid = { type: 'string', format: 'uuid' };
const object = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const language = { enum: ['fr', 'en'], default: 'fr' };
const organiser = object({ id: uuid, name: text, slug: text });
const account = object({ tenantId: text, email, firstName: text, lastName: text });
const session = object({ csrfToken: text, account: { oneOf: [account, { type: 'null' }] } });
const csrf = {
  name: 'X-CSRF-Token',
  in: 'header',
  required: false,
  schema: text,
  description: 'csrfToken of the session; needed as soon as the cookie is sent',
};

const operation = (summary: string, body: object | undefined, responses: Record<string, object>) => ({
  summary,
  tags: ['session'],
  ...(body ? { parameters: [csrf], requestBody: { required: true, ...json(body) } } : {}),
  responses,
});

const parameter = (name: string, schema: object, place = 'query') => ({
  name,
  in: place,
  required: place === 'path',
  schema,
});
const items = { type: 'array', items: { type: 'object' } };
const unavailable = { type: 'array', items: text };
const refused = problem('security.insufficient-privilege');

interface ListSummary {
  path: string;
  tag: string;
  list: { summary: string; description: string; state: object };
  retry: { summary: string; refusals?: Record<number, object> };
  /** `action` is the last segment of its path. */
  end: { action: string; summary: string };
}

/** Paths of a list that is merged from all services, and of what can be done to one of its items. */
function joinedListPaths({ path, tag, list, retry, end }: ListSummary): Record<string, object> {
  const tags = [tag];
  const item = {
    tags,
    parameters: [parameter('service', text, 'path'), parameter('id', uuid, 'path')],
  };
  const responses = { 204: { description: 'Done' }, 403: refused, 404: problem('http.404') };
  return {
    [path]: {
      get: {
        tags,
        summary: list.summary,
        parameters: [
          parameter('state', list.state),
          parameter('service', text),
          parameter('before', uuid),
          parameter('limit', { type: 'integer', minimum: 1, maximum: 200, default: 50 }),
        ],
        responses: {
          200: {
            description: list.description,
            ...json(
              object({
                items,
                counts: { type: 'object' },
                next: { type: ['string', 'null'], format: 'uuid' },
                unavailable,
              }),
            ),
          },
          403: refused,
          422: problem('validation.failed'),
        },
      },
    },
    [`${path}/{service}/{id}/_retry`]: {
      post: { ...item, summary: retry.summary, responses: { ...responses, ...retry.refusals } },
    },
    [`${path}/{service}/{id}/${end.action}`]: {
      post: {
        ...item,
        summary: end.summary,
        requestBody: { required: true, ...json(object({ reason: text })) },
        responses: { ...responses, 422: problem('validation.failed') },
      },
    },
  };
}

const deliveryState = { enum: ['RETRYING', 'DEAD'] };
const failedDeliveryPaths = {
  ...joinedListPaths({
    path: '/b/api/failed-deliveries',
    tag: 'failed deliveries',
    list: {
      summary: 'Events that no consumer could handle yet, of all services, newest first',
      description: 'Failed deliveries, how many there are, and what to ask for to read on',
      state: deliveryState,
    },
    retry: { summary: 'Send one again' },
    end: { action: '_discard', summary: 'Give one up for good; the reason stays in the history' },
  }),
  '/b/api/failed-deliveries/_retry': {
    post: {
      tags: ['failed deliveries'],
      summary: 'Send all of them again, or those of a state or a service',
      requestBody: {
        ...json({
          type: 'object',
          properties: { state: deliveryState, service: text },
          additionalProperties: false,
        }),
      },
      responses: {
        200: {
          description: 'How many are sent again',
          ...json(object({ count: { type: 'integer' }, unavailable })),
        },
        403: refused,
      },
    },
  },
};

const backgroundJobPaths = {
  ...joinedListPaths({
    path: '/b/api/background-jobs',
    tag: 'background jobs',
    list: {
      summary: 'Background jobs of all services that wait, run or failed, or those of a state, newest first',
      description: 'Jobs, how many there are, and what to ask for to read on',
      state: { enum: ['WAITING', 'RUNNING', 'FAILED', 'DONE', 'CANCELLED'] },
    },
    retry: { summary: 'Start a failed job again', refusals: { 409: problem('job.not-failed') } },
    end: { action: '_cancel', summary: 'End a job for good; the reason stays in the history' },
  }),
  '/b/api/schedules': {
    get: {
      tags: ['background jobs'],
      summary: 'Schedules of all services: next time, last run, missed and skipped runs of the last days',
      parameters: [parameter('service', text)],
      responses: {
        200: {
          description: 'Schedules, those that run next first',
          ...json(object({ items, unavailable })),
        },
        403: refused,
        422: problem('validation.failed'),
      },
    },
  },
};

export const gatewayPaths: Record<string, object> = {
  ...failedDeliveryPaths,
  ...backgroundJobPaths,
  '/app-api/session': {
    get: operation('The session of the browser, created if there is none', undefined, {
      200: { description: 'Session', ...json(session) },
    }),
  },
  '/app-api/session/login': {
    post: operation('Log in; the session gets a new id', object({ tenantId: uuid, email, password: text }), {
      200: { description: 'Session', ...json(session) },
      401: problem('front.bad-credentials'),
      429: problem('security.too-many-failed-logins'),
    }),
  },
  '/app-api/session/register': {
    post: operation(
      'Ask for an account: a link to open it is mailed to the address',
      object({ tenantId: uuid, email, firstName: text, lastName: text, language }),
      {
        202: { description: 'Asked for, whether the address has an account or not', ...json(object({})) },
        422: problem('validation.failed'),
        429: problem('request.too-many'),
      },
    ),
  },
  '/app-api/session/password-reset': {
    post: operation(
      'Ask for a link to choose another password',
      object({ tenantId: uuid, email, language }),
      {
        202: { description: 'Asked for, whether the address has an account or not', ...json(object({})) },
        422: problem('validation.failed'),
        429: problem('request.too-many'),
      },
    ),
  },
  '/app-api/session/login-link': {
    post: operation(
      'Ask for a link to log in; with names, it opens an account where the address has none',
      {
        ...object({ tenantId: uuid, email, firstName: text, lastName: text, language }),
        required: ['tenantId', 'email'],
      },
      {
        202: { description: 'Asked for, whether the address has an account or not', ...json(object({})) },
        422: problem('validation.failed'),
        429: problem('request.too-many'),
      },
    ),
  },
  '/app-api/session/login-by-link': {
    post: operation('Log in by a mailed link, once; the session gets a new id', object({ token: text }), {
      200: { description: 'Session', ...json(session) },
      404: problem('security.invalid-or-expired-login-link'),
      410: problem('account.link-used'),
      422: problem('validation.failed'),
      429: problem('request.too-many'),
    }),
  },
  '/app-api/session/link': {
    post: operation('What a mailed link is for', object({ token: text }), {
      200: {
        description: 'Account of the link',
        ...json(object({ kind: { enum: ['REGISTER', 'RESET', 'LOGIN', 'ERASE'] }, email, organiser })),
      },
      404: problem('security.invalid-or-expired-login-link'),
      410: problem('account.link-used'),
    }),
  },
  '/app-api/session/password': {
    post: operation(
      'Choose the password of a link’s account; ends its sessions',
      object({ token: text, password: text }),
      {
        204: { description: 'Done' },
        404: problem('security.invalid-or-expired-login-link'),
        410: problem('account.link-used'),
        422: problem('validation.failed'),
      },
    ),
  },
  '/app-api/session/cart': {
    post: {
      ...operation('Take over the cart of a frame on another site', object({ token: text }), {
        204: { description: 'Done' },
        401: problem('security.session-expired'),
        422: problem('validation.failed'),
      }),
      parameters: [csrf],
    },
  },
  '/app-api/session/logout': {
    post: { ...operation('Log out', undefined, { 204: { description: 'Done' } }), parameters: [csrf] },
  },
  '/translations/{domain}.{_format}': {
    get: {
      summary: 'Texts of a domain (messages, errors) in a language: French unless English is asked for',
      tags: ['translations'],
      parameters: [
        { name: 'domain', in: 'path', required: true, schema: { enum: ['messages', 'errors'] } },
        { name: '_format', in: 'path', required: true, schema: { enum: ['json', 'js'] } },
        { name: 'locale', in: 'query', required: false, schema: { enum: ['fr', 'en'], default: 'fr' } },
      ],
      responses: {
        200: {
          description: 'Texts by their id',
          ...json({ type: 'object', additionalProperties: text }),
        },
        404: problem('http.404'),
      },
    },
  },
  '/b/api/core/positions/to-order': {
    post: {
      summary: 'Put a record of any kind that has an order before another one, or at the end',
      tags: ['resources'],
      requestBody: {
        required: true,
        ...json(object({ resource: text, id: uuid, before: { type: ['string', 'null'], format: 'uuid' } })),
      },
      responses: {
        200: { description: 'The record at its new place', ...json({ type: 'object' }) },
        403: problem('security.insufficient-privilege'),
        422: problem('validation.failed'),
      },
    },
  },
  '/b/api/_resources': {
    get: {
      summary: 'Descriptors of every resource, filtered by the rights of the caller',
      tags: ['resources'],
      responses: {
        200: {
          description: 'Descriptors',
          ...json(object({ resources: { type: 'array', items: { type: 'object' } } })),
        },
      },
    },
  },
};
