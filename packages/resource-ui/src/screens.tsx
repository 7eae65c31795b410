import { type ReactNode, Suspense } from 'react';
import { Navigate, type RouteObject, useLocation, useParams } from 'react-router';
import { SkeletonLines } from '@coulisse/ui-kit';
import { ResourceList } from './list/resource-list';
import {
  ResourceEdit,
  ResourceForm,
  ResourceImport,
  ResourceRecord,
  TemplateList,
  TemplatePage,
} from './parts-on-demand';
import type { TemplateScreensSettings } from './templates/template-data';

/** The generic screens as route elements; the route parameter `:id` is the id of the record. */
export const ResourceListScreen = ResourceList;
export const ResourceFormScreen = ({ resource }: { resource: string }) => (
  <Later>
    <ResourceForm resource={resource} />
  </Later>
);
export const ResourceRecordScreen = ({ resource }: { resource: string }) => {
  const { id } = useParams();
  return (
    id && (
      <Later>
        <ResourceRecord resource={resource} id={id} />
      </Later>
    )
  );
};
export const ResourceEditScreen = ({ resource }: { resource: string }) => {
  const { id } = useParams();
  return (
    id && (
      <Later>
        <ResourceEdit resource={resource} id={id} />
      </Later>
    )
  );
};

const ResourceImportScreen = ({ resource }: { resource: string }) => (
  <Later>
    <ResourceImport resource={resource} />
  </Later>
);

/** Around a screen that is loaded when it is opened. */
const Later = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<SkeletonLines lines={6} />}>{children}</Suspense>
);

const Informations = () => (
  <Navigate to={{ pathname: 'informations', search: useLocation().search }} relative="path" replace />
);

/** Routes of the five screens under `path`: list, creation, import, record, edition. */
export const resourceRoutes = (resource: string, path: string): RouteObject[] => [
  { path, element: <ResourceListScreen resource={resource} /> },
  { path: `${path}/add`, element: <ResourceFormScreen resource={resource} /> },
  { path: `${path}/import`, element: <ResourceImportScreen resource={resource} /> },
  { path: `${path}/:id`, element: <Informations /> },
  { path: `${path}/:id/informations`, element: <ResourceRecordScreen resource={resource} /> },
  { path: `${path}/:id/edit`, element: <ResourceEditScreen resource={resource} /> },
];

/** Routes of a resource whose records are only read. */
export const readOnlyRoutes = (resource: string, path: string): RouteObject[] =>
  resourceRoutes(resource, path).filter(
    (route) => !/\/(?:add|import|edit)$/.test(route.path?.slice(path.length) ?? ''),
  );

/** Routes of the templates of a service (`packages/template-server`): their list and their editor. */
export const templateRoutes = (settings: TemplateScreensSettings): RouteObject[] => [
  {
    path: settings.path,
    element: (
      <Later>
        <TemplateList {...settings} />
      </Later>
    ),
  },
  {
    path: `${settings.path}/:kind/:locale`,
    element: (
      <Later>
        <TemplatePage {...settings} />
      </Later>
    ),
  },
];
