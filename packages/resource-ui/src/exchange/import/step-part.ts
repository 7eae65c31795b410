import type { ResourceDescriptor, ResourceScreens } from '@coulisse/mfe-kit';
import type { ImportControl } from './use-import';

/** What every step of an import is given. */
export interface StepProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  control: ImportControl;
}
