import { useEffect } from 'react';
import { SkeletonLines } from '@coulisse/ui-kit';
import { UnreachablePage } from '../pages/status-pages';
import { useRemotes } from './remotes-context';

/** The page of a remote while its code is loaded. */
export const RemotePage = ({ name }: { name: string }) => {
  const { failed, load } = useRemotes();
  useEffect(() => load(name), [load, name]);
  return failed.some((remote) => remote.name === name) ? <UnreachablePage /> : <SkeletonLines lines={8} />;
};
