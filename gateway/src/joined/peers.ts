import type { Config } from '../config';

export interface PeerAnswer {
  service: string;
  body: Record<string, unknown>;
}

/** Asks every service for the same document; those that do not answer are named, not waited for. */
export async function askAll(
  services: Config['services'],
  path: string,
  headers: Record<string, string> = {},
  timeoutMs = 3_000,
): Promise<{ answers: PeerAnswer[]; unavailable: string[] }> {
  const names = Object.keys(services);
  const results = await Promise.allSettled(
    names.map(async (service): Promise<PeerAnswer> => {
      const response = await fetch(`${services[service]}${path}`, {
        headers,
        signal: AbortSignal.timeout(timeoutMs),
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
