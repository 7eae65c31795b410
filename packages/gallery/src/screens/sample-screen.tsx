import { DocumentSample, SampleProviders } from '@coulisse/resource-samples';
import { useAddress } from '../app/address';
import { isScreenName, type SampleScreenDefinition, SCREENS } from './screens';
import { serverOf } from './screen-servers';

/** One generic screen alone on the page. Its address does not change while it is open. */
export const SampleScreen = ({ screen }: { screen: string }) => {
  const { language } = useAddress();
  const definition: SampleScreenDefinition = isScreenName(screen) ? SCREENS[screen] : SCREENS['list-rows'];
  const { path, server, document } = definition;
  return (
    <main className="g-screen" id="content">
      <SampleProviders language={language} server={serverOf(server)} path={path}>
        {document && <DocumentSample name={document} />}
      </SampleProviders>
    </main>
  );
};
