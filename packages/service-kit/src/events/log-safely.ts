/** Ignores errors of the log, so that they do not prevent the handling of a failure. */
export function logSafely(log: () => void): void {
  try {
    log();
  } catch {
    // The log line is lost; the message that it is about must not be.
  }
}
