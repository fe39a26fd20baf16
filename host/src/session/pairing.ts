import { type FamilyId, isRunning, type Readable, type View } from '@linkspan/contract';
import type { Store } from '@linkspan/store';
import { isAsking, type Request } from './request.ts';

/** Dependencies of the end of pairings. */
export interface PairingDependencies extends Pick<Store, 'publishPairing'> {
  readonly view: View;
  request(family: FamilyId): Readable<Request>;
}

/**
 * Removes each family's pairing when its attempt or request ends or another one starts; a later pairing is removed at
 * once.
 */
export function endPairings({ view, request, publishPairing }: PairingDependencies): void {
  for (const family of view.families) {
    const { attempt, pairing } = view.family(family);
    const requested = request(family);
    const readAsked = () => {
      const running = attempt.get();
      return isRunning(running) ? running.id : isAsking(requested.get());
    };
    let asked = readAsked();
    const look = () => {
      const before = asked;
      asked = readAsked();
      if (asked === false || asked !== before) publishPairing(family, undefined);
    };
    for (const fact of [attempt, requested, pairing]) fact.listen(look);
    look();
  }
}
