/**
 * Returns a function that calls a JSON API below `base` (or an absolute address). It returns the parsed body, or the
 * response when that is not JSON. A refusal is an RFC 9457 problem: it throws its `detail`, which is meant for people.
 */
export const jsonCaller =
  (base) =>
  async (method, path, body, headers = {}) => {
    const url = path.startsWith('http') ? path : base + path;
    const content = body && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    };
    const answer = await fetch(url, { method, headers, ...content });
    if (answer.ok) return answer.headers.get('content-type')?.includes('json') ? answer.json() : answer;
    const { code = '', detail = '', errors = [] } = await answer.json().catch(() => ({}));
    throw new Error(`${method} ${url}: ${answer.status} ${code} ${detail} ${JSON.stringify(errors)}`);
  };
