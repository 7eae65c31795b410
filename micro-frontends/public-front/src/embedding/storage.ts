/** A store that lasts as long as the page. */
function memoryStorage(values: Map<string, string>, onChange: () => void = () => undefined): Storage {
  const changed = <T>(result: T): T => {
    onChange();
    return result;
  };
  return {
    get length() {
      return values.size;
    },
    clear: () => changed(values.clear()),
    getItem: (key) => values.get(key) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (key) => void changed(values.delete(key)),
    setItem: (key, value) => void changed(values.set(key, String(value))),
  };
}

/**
 * A store that lasts as long as the frame: the state of its history survives a reload, and only pages of this origin can
 * read it.
 */
function historyStorage(): Storage {
  const state: unknown = history.state;
  const values = new Map<string, string>(Array.isArray(state) ? (state as [string, string][]) : []);
  const { pushState, replaceState } = history;
  history.pushState = (_state, unused, url) => pushState.call(history, [...values], unused, url);
  history.replaceState = (_state, unused, url) => replaceState.call(history, [...values], unused, url);
  return memoryStorage(values, () => history.replaceState(null, ''));
}

const canStore = (name: 'localStorage' | 'sessionStorage'): boolean => {
  try {
    window[name].getItem('');
    return true;
  } catch {
    return false;
  }
};

/** A browser that refuses its stores to frames of other sites gives the page others. */
export function withStorage(): void {
  const replace = (name: string, value: Storage) =>
    Object.defineProperty(window, name, { value, configurable: true });
  if (!canStore('localStorage')) replace('localStorage', memoryStorage(new Map()));
  if (!canStore('sessionStorage')) replace('sessionStorage', historyStorage());
}
