import { Navigate, type RouteObject, useParams } from 'react-router';
import { ResourceForm } from './form/resource-form';
import { ResourceList } from './list/resource-list';
import { ResourceRecord } from './record/resource-record';

/** The generic screens as elements of routes: the id of a record is the parameter `:id`. */
export const ResourceListScreen = ResourceList;
export const ResourceFormScreen = ResourceForm;
export const ResourceRecordScreen = ({ resource }: { resource: string }) => {
  const { id } = useParams();
  return id ? <ResourceRecord resource={resource} id={id} /> : null;
};

const Informations = () => <Navigate to="informations" relative="path" replace />;

/** Routes of the three screens under `path`: list, creation, record. */
export const resourceRoutes = (resource: string, path: string): RouteObject[] => [
  { path, element: <ResourceListScreen resource={resource} /> },
  { path: `${path}/add`, element: <ResourceFormScreen resource={resource} /> },
  { path: `${path}/:id`, element: <Informations /> },
  { path: `${path}/:id/informations`, element: <ResourceRecordScreen resource={resource} /> },
];
