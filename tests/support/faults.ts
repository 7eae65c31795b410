import { dev } from './stack';

/**
 * Runs `work` while a process of the stack is dead (SIGKILL, not a polite stop), then starts it again, also when `work`
 * failed, because the next test needs it; returns when it is healthy.
 */
export async function whileDead<T>(name: string, work: () => Promise<T>): Promise<T> {
  await dev('kill', name);
  try {
    return await work();
  } finally {
    await dev('restart', name);
  }
}

/** Kills several processes at once and starts them again. */
export async function crash(...names: string[]): Promise<void> {
  const [name, ...others] = names;
  if (name) await whileDead(name, () => crash(...others));
}
