import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime';
import type { CoulisseModule } from '@coulisse/mfe-kit';
import type { ModuleOutline } from '@coulisse/mfe-kit/outline';

/** Entry of `/federation.json`, the only list of remotes and their URLs. */
export interface RemoteEntry {
  name: string;
  entry: string;
  /** Null when the build of the remote has not written one: its code is then loaded at the start. */
  outline: ModuleOutline | null;
}

export const fetchRemotes = async (): Promise<RemoteEntry[]> => {
  const response = await fetch('/federation.json', { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`/federation.json answered ${response.status}`);
  return (await response.json()) as RemoteEntry[];
};

/** Loads one remote. `again` bypasses an earlier failure, which the runtime would otherwise cache. */
export const loadModule = async (remote: RemoteEntry, again: boolean): Promise<CoulisseModule> => {
  const entry = new URL(remote.entry, location.origin);
  if (again) entry.searchParams.set('try', String(Date.now()));
  registerRemotes([{ name: remote.name, entry: entry.href }], { force: again });
  const loaded = await loadRemote<{ default: CoulisseModule }>(`${remote.name}/module`);
  if (!loaded?.default) throw new Error(`Remote ${remote.name} exposes no module`);
  return loaded.default;
};
