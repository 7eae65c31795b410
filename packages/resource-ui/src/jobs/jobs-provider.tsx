import type { ReactNode } from 'react';
import { JobsStateProvider } from '@coulisse/resource-client';
import { useAnnouncement } from './use-announcement';

/** The user's jobs, for the pages below; the end of a job is announced by a toast. */
export const JobsProvider = ({ children }: { children: ReactNode }) => (
  <JobsStateProvider onEnded={useAnnouncement()}>{children}</JobsStateProvider>
);
