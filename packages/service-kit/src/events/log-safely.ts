/** Logs where a failure to log must change nothing: between a failure and what is done about it. */
export function logSafely(log: () => void): void {
  try {
    log();
  } catch {
    // What cannot be logged is lost; the message that it is about must not be.
  }
}
