import { usePlace } from '../routing/router';
import { EntryPage } from './entry-page';
import { JoinPage } from './join-page';

/** Pages of waiting lists; loaded on demand, together. */
export default function WaitingListPages() {
  const { pathname } = usePlace();
  return pathname.startsWith('/waiting-list') ? <JoinPage /> : <EntryPage />;
}
