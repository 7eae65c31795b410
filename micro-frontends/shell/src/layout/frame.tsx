import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { CommandRegistryProvider, useActor } from '@coulisse/mfe-kit';
import { onDemand, Opening } from '@coulisse/ui-kit';
import { JobsProvider, KeysSheet, useShortcuts } from '@coulisse/resource-ui';
import { useReach } from '../modules/use-reach';
import { ImpersonationBar } from './impersonation-bar';
import { Rail } from './rail';
import { TopBar } from './top-bar';
import { useRailState } from './use-rail-state';

const Palette = onDemand(async () => (await import('../palette/palette')).Palette);

/** Frame around all pages: rail, top bar, palette, jobs, keyboard shortcuts. */
export const Frame = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('shell');
  const { impersonator } = useActor();
  const rail = useRailState();
  const [palette, setPalette] = useState(false);
  const [keys, setKeys] = useState(false);
  const { pathname } = useLocation();
  useShortcuts({ 'mod+k': () => setPalette((open) => !open), '?': () => setKeys(true) });
  useEffect(() => {
    void document.getElementById('content')?.scrollTo(0, 0);
  }, [pathname]);
  return (
    <CommandRegistryProvider onKeys={() => setKeys(true)}>
      <JobsProvider>
        <div
          className="s-shell"
          data-narrow={rail.narrow || undefined}
          data-drawer={rail.drawer || undefined}
          {...useReach()}
        >
          <a className="s-skip" href="#content">
            {t('frame.skip')}
          </a>
          <Rail rail={rail} />
          <div className="s-side">
            {impersonator && <ImpersonationBar name={impersonator.name} />}
            <TopBar
              onMenu={rail.openDrawer}
              onSearch={() => setPalette(true)}
              onSearchNear={Palette.preload}
            />
            <main id="content" tabIndex={-1}>
              {children}
            </main>
          </div>
          {palette && (
            <Opening onClose={() => setPalette(false)}>
              <Palette onClose={() => setPalette(false)} />
            </Opening>
          )}
          {keys && <KeysSheet onClose={() => setKeys(false)} />}
        </div>
      </JobsProvider>
    </CommandRegistryProvider>
  );
};
