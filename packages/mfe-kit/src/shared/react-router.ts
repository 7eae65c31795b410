// What the staff portal uses of this library. The shell provides this module in its place: a shared module keeps all
// its exports, and the rest of the library is larger than this. A test compares it with the imports of the sources.
export {
  createBrowserRouter,
  Link,
  Navigate,
  RouterProvider,
  useBeforeUnload,
  useBlocker,
  useHref,
  useLocation,
  useNavigate,
  useParams,
  useRouteError,
  useRoutes,
  useSearchParams,
} from 'react-router';
