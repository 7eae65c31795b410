import { type ReactNode, Suspense } from 'react';
import { Navigate, type RouteObject, useLocation, useRoutes } from 'react-router';
import type { CoulisseModule } from '@coulisse/mfe-kit';
import { onDemand, SkeletonLines } from '@coulisse/ui-kit';
import { Boundary } from '../pages/boundary';
import { UnreachablePage } from '../pages/status-pages';
import { useRemotes } from './remotes-context';

/** Whoever opens a list by its address does not need them. */
const ForbiddenPage = onDemand(async () => (await import('../pages/refused-pages')).ForbiddenPage);
const MissingPage = onDemand(async () => (await import('../pages/refused-pages')).MissingPage);
const Dashboard = onDemand(async () => (await import('../pages/dashboard')).Dashboard);

/** Wraps each page of a module in its own error boundary, so that an error does not affect the frame. */
const guarded = (module: CoulisseModule): RouteObject[] =>
  module.routes.map((route) => ({ ...route, element: <ModulePage>{route.element}</ModulePage> }));

const ModulePage = ({ children }: { children: ReactNode }) => (
  <Boundary key={useLocation().pathname}>
    <Suspense fallback={<SkeletonLines lines={8} />}>{children}</Suspense>
  </Boundary>
);

const Unknown = () => {
  const { pending, failed, lost } = useRemotes();
  if (pending) return <SkeletonLines lines={8} />;
  if (failed.length > 0 || lost) return <UnreachablePage />;
  return (
    <ModulePage>
      <MissingPage />
    </ModulePage>
  );
};

export const ModuleRoutes = () => {
  const { modules } = useRemotes();
  return useRoutes([
    { path: '/', element: <Navigate to="/dashboard" replace /> },
    {
      path: '/dashboard',
      element: (
        <ModulePage>
          <Dashboard />
        </ModulePage>
      ),
    },
    {
      path: '/403',
      element: (
        <ModulePage>
          <ForbiddenPage />
        </ModulePage>
      ),
    },
    ...modules.flatMap(guarded),
    { path: '*', element: <Unknown /> },
  ]);
};
