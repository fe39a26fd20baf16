import type { EnterLobby } from '../hand-over.ts';

/** The page, as far as the lobby's script finds boot in it. */
export interface LobbyScope extends Pick<EventTarget, 'addEventListener'> {
  linkspanLobby?: (lobby: Promise<EnterLobby>) => void;
}

/**
 * Answers the lobby that its script promises, which the page has after boot's own. Rejects where all that the page has of
 * its own has come, and no lobby is promised.
 */
export function awaitLobby(scope: LobbyScope): Promise<EnterLobby> {
  return new Promise((resolve, reject) => {
    scope.linkspanLobby = resolve;
    scope.addEventListener('load', reject);
  });
}
