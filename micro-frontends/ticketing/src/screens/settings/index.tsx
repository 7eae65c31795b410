import type { FormPartProps, RecordPartProps } from '@coulisse/mfe-kit';
import { Card } from '@coulisse/ui-kit';
import { lazy, Suspense } from 'react';

const SitePreview = lazy(() => import('./site-preview'));

/** In the form: what a visitor will see of what is typed. */
export const SettingsFormExtra = ({ values }: FormPartProps) => (
  <Suspense fallback={null}>
    <SitePreview values={values} />
  </Suspense>
);

/** Under the settings of a box office. */
export const SettingsExtra = ({ record }: RecordPartProps) => (
  <Suspense fallback={null}>
    <Card>
      <SitePreview values={record} />
    </Card>
  </Suspense>
);
