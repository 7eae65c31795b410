import type { ResourceDescriptor, ResourceScreens } from '@coulisse/mfe-kit';
import type { ImportControl } from './use-import';

/** Props of every step of an import. */
export interface StepProps {
  descriptor: ResourceDescriptor;
  screens: ResourceScreens;
  control: ImportControl;
}
