import { useQuery } from '@tanstack/react-query';
import { useParams } from '../routing/router';
import { RequestLink } from '../account/request-link';
import { useSession } from '../account/use-session';
import { theatreQuery } from '../api/queries';
import { Loaded } from '../app/page-states';
import { usePageTitle } from '../app/page-title';
import { useShowTheatre } from '../app/theatre';
import { useText } from '../app/use-text';

/** Requests a link to reset the password. */
export default function ForgottenPasswordPage() {
  const t = useText();
  const { slug = '' } = useParams();
  const { requestReset } = useSession();
  const query = useQuery(theatreQuery(slug));
  useShowTheatre(query.data);
  usePageTitle(t('password.forgotten.title'));
  return (
    <Loaded query={query}>
      {(theatre) => (
        <RequestLink
          theatre={theatre}
          title={t('password.forgotten.title')}
          text={t('password.forgotten.text')}
          testId="ask-reset"
          send={(email) => requestReset({ tenantId: theatre.id, email })}
        />
      )}
    </Loaded>
  );
}
