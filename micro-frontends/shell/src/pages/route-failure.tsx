import { useRouteError } from 'react-router';
import { Failure } from '@coulisse/resource-fields';

/** Error of the frame itself (user or rights could not be loaded): retry reloads the page. */
export const RouteFailure = () => <Failure failure={useRouteError()} onRetry={() => location.reload()} />;
