import type { Config } from '../config';

export interface PeerResponse {
  service: string;
  body: Record<string, unknown>;
}

/** Requests the same document from every service; those that do not respond in time are listed as unavailable. */
export async function fetchFromAll(
  services: Config['services'],
  path: string,
  headers: Record<string, string> = {},
  timeoutMs = 3_000,
): Promise<{ answers: PeerResponse[]; unavailable: string[] }> {
  const names = Object.keys(services);
  const results = await Promise.allSettled(
    names.map(async (service): Promise<PeerResponse> => {
      const response = await fetch(`${services[service]}${path}`, {
        headers,
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      });
      if (!response.ok) throw new Error(`${service} answered ${response.status}`);
      return { service, body: (await response.json()) as Record<string, unknown> };
    }),
  );
  return {
    answers: results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
    unavailable: names.filter((_name, index) => results[index]?.status === 'rejected'),
  };
}
