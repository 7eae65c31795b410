import { Suspense } from 'react';
import { Navigate, type RouteObject, useLocation, useParams } from 'react-router';
import { SkeletonLines } from '@coulisse/ui-kit';
import { ResourceEdit } from './form/resource-edit';
import { ResourceForm } from './form/resource-form';
import { ResourceList } from './list/resource-list';
import { ResourceRecord } from './record/resource-record';
import { ResourceImport, TemplateList, TemplatePage } from './parts-on-demand';
import type { TemplateScreensSettings } from './templates/template-data';

/** The generic screens as route elements; the route parameter `:id` is the id of the record. */
export const ResourceListScreen = ResourceList;
export const ResourceFormScreen = ResourceForm;
export const ResourceRecordScreen = ({ resource }: { resource: string }) => {
  const { id } = useParams();
  return id ? <ResourceRecord resource={resource} id={id} /> : null;
};
export const ResourceEditScreen = ({ resource }: { resource: string }) => {
  const { id } = useParams();
  return id ? <ResourceEdit resource={resource} id={id} /> : null;
};

const ResourceImportScreen = ({ resource }: { resource: string }) => (
  <Suspense fallback={<SkeletonLines lines={6} />}>
    <ResourceImport resource={resource} />
  </Suspense>
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

/** Routes of the templates of a service (`packages/template-server`): their list and their editor. */
export const templateRoutes = (settings: TemplateScreensSettings): RouteObject[] => [
  {
    path: settings.path,
    element: (
      <Suspense fallback={<SkeletonLines lines={6} />}>
        <TemplateList {...settings} />
      </Suspense>
    ),
  },
  {
    path: `${settings.path}/:kind/:locale`,
    element: (
      <Suspense fallback={<SkeletonLines lines={6} />}>
        <TemplatePage {...settings} />
      </Suspense>
    ),
  },
];
