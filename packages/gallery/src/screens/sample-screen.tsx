import { SampleProviders } from '@coulisse/resource-samples';
import { useAddress } from '../app/address';
import { isScreenName, SCREENS } from './screens';
import { serverOf } from './screen-servers';

/** One generic screen alone on the page. Its address does not change while it is open. */
export const SampleScreen = ({ screen }: { screen: string }) => {
  const { language } = useAddress();
  const { path, server } = isScreenName(screen) ? SCREENS[screen] : SCREENS['list-rows'];
  return (
    <main className="g-screen" id="content">
      <SampleProviders language={language} server={serverOf(server)} path={path} />
    </main>
  );
};
