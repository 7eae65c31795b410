const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** Loads a part that its page can do without for a while: where the line is dead, it comes when the line is back. */
export async function untilLoaded<T>(load: () => Promise<T>, wait = FIRST_WAIT_MS): Promise<T> {
  try {
    return await load();
  } catch {
    await new Promise((done) => setTimeout(done, wait));
    return untilLoaded(load, Math.min(2 * wait, LONGEST_WAIT_MS));
  }
}
