import { useRouteError } from 'react-router';
import { Failure } from '@coulisse/resource-ui';

/** The frame itself failed (who is here, what may be seen): only a fresh start helps. */
export const RouteFailure = () => <Failure failure={useRouteError()} onRetry={() => location.reload()} />;
