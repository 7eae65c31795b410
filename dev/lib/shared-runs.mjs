/** Whoever asks for what is under way gets its result; once it is over, the next one begins anew. */
export function sharedRuns() {
  /** @type {Map<string, Promise<unknown>>} */
  const underWay = new Map();
  /**
   * @template T
   * @param {string} key
   * @param {() => Promise<T>} run
   * @returns {Promise<T>}
   */
  return (key, run) => {
    if (!underWay.has(key))
      underWay.set(
        key,
        run().finally(() => underWay.delete(key)),
      );
    return /** @type {Promise<T>} */ (underWay.get(key));
  };
}
