import type { ServerResponse } from 'node:http';
import type { PublicSession, SessionStore } from './session-store';

/** Event streams of logged-in visitors: they end with the session, whichever replica ended it. */
export class SessionStreams {
  private readonly open = new Map<ServerResponse, Buffer>();

  constructor(private readonly store: SessionStore) {}

  add({ idHash }: PublicSession, response: ServerResponse): void {
    if (response.destroyed) return;
    this.open.set(response, idHash);
    response.once('close', () => this.open.delete(response));
  }

  /** Cuts the streams of sessions that have ended; browsers reconnect by themselves, not logged in. */
  async closeEnded(): Promise<void> {
    // A stream that opens during the query is checked in the next round.
    const checked = [...this.open];
    if (checked.length === 0) return;
    const live = await this.store.loggedIn(checked.map(([, idHash]) => idHash));
    const liveIds = new Set(live.map((idHash) => idHash.toString('hex')));
    for (const [response, idHash] of checked) if (!liveIds.has(idHash.toString('hex'))) response.destroy();
  }
}
