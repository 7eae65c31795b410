import { z } from 'zod';
import { named, reply, route } from '@coulisse/service-kit/http';
import type { RouteGroup } from '../routes/route-group';
import { viewQuerySchema } from './view-query';
import { chooseDefault, createView, deleteView, listViews, updateView } from './views';

const name = z.string('validation.type').trim().min(1, 'validation.not-blank').max(80);
const icon = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/)
  .nullable();
const view = named(
  'View',
  z.object({
    id: z.uuid(),
    name,
    icon,
    shared: z.boolean(),
    mine: z.boolean(),
    isDefault: z.boolean().meta({ description: 'the list opens with it, for whoever asks' }),
    query: viewQuerySchema,
  }),
);
const creation = named(
  'NewView',
  z.strictObject({
    name,
    icon: icon.optional(),
    query: viewQuerySchema,
    shared: z.boolean().optional(),
  }),
);

const viewParameters = z.object({ viewId: z.string() });
const views = z.object({ items: z.array(view) });
const change = creation.partial();
const defaultView = z.strictObject({ viewId: z.string().nullable() });

/** Saved views of a list. Shared views are visible to every user who may read the list. */
export const viewRoutes: RouteGroup = ({ resource, pipeline, base, common, access, call }) => {
  if (!resource.operations.includes('read')) return [];
  const path = `${base}/_views`;
  const params = viewParameters;
  const about = (summary: string) => ({ ...common, summary, access: access('read') });
  return [
    route.get(path, { ...about(`Views of the list of ${resource.name}`), response: views }, (request) =>
      listViews(pipeline, call(request)),
    ),
    route.post(
      path,
      { ...about('Keep a view'), body: creation, response: view, status: 201 },
      async (request) => reply(await createView(pipeline, call(request), request.body), { status: 201 }),
    ),
    route.put(
      `${path}/default`,
      {
        ...about('Choose the view that the list opens with'),
        body: defaultView,
        status: 204,
      },
      (request) => chooseDefault(pipeline, call(request), request.body.viewId),
    ),
    route.patch(
      `${path}/{viewId}`,
      {
        ...about('Change a view: absent leaves, null clears'),
        params,
        body: change,
        response: view,
      },
      (request) => updateView(pipeline, call(request), request.params.viewId, request.body),
    ),
    route.delete(`${path}/{viewId}`, { ...about('Forget a view'), params, status: 204 }, (request) =>
      deleteView(pipeline, call(request), request.params.viewId),
    ),
  ];
};
