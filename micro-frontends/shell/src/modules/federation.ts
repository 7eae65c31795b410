import type { CoulisseModule } from '@coulisse/mfe-kit';
import type { ModuleOutline } from '@coulisse/mfe-kit/outline';

/** Entry of `/federation.json`, the only list of remotes and their URLs. */
export interface RemoteEntry {
  name: string;
  /** Address of its manifest. */
  entry: string;
  /** Null when the build of the remote has not written one: its code is then loaded at the start. */
  outline: ModuleOutline | null;
}

/** What the entry of a remote puts into `coulisseRemotes`. */
interface Container {
  init(scope: unknown): void | Promise<void>;
  get(module: './module'): Promise<() => { default: CoulisseModule }>;
}

interface Manifest {
  metaData: { remoteEntry: { path: string; name: string } };
}

/** Provided by the bundler: the modules that this page shares. */
declare const __webpack_init_sharing__: (scope: 'default') => Promise<void>;
declare const __webpack_share_scopes__: { default: unknown };

const json = async <T>(address: string): Promise<T> => {
  const response = await fetch(address, { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return (await response.json()) as T;
};

export const fetchRemotes = (): Promise<RemoteEntry[]> => json<RemoteEntry[]>('/federation.json');

const runScript = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${address} could not be loaded`));
    document.head.append(script);
  });

const containerOf = (name: string) =>
  (globalThis as { coulisseRemotes?: Record<string, Container | undefined> }).coulisseRemotes?.[name];

/** Runs the entry of a remote. The manifest is read each time: a new deployment has another entry. */
const loadContainer = async ({ name, entry }: RemoteEntry): Promise<Container> => {
  const ready = containerOf(name);
  if (ready) return ready;
  const { remoteEntry } = (await json<Manifest>(entry)).metaData;
  await runScript(new URL(remoteEntry.path + remoteEntry.name, new URL(entry, location.origin)).pathname);
  const container = containerOf(name);
  if (!container) throw new Error(`Remote ${name} defines no container`);
  return container;
};

/** Loads one remote; after a failure it may be called again. */
export const loadModule = async (remote: RemoteEntry): Promise<CoulisseModule> => {
  const container = await loadContainer(remote);
  await __webpack_init_sharing__('default');
  await container.init(__webpack_share_scopes__.default);
  const module = (await container.get('./module'))();
  return module.default;
};
