import type { ChainFaults } from '@linkspan/practice/chains/faults';
import { changeFaults } from '@linkspan/practice/fault-control';
import type { RemoteServerFaults } from '@linkspan/practice/faulty-server';
import { type Family, families } from '../page/families.ts';
import { addresses } from '../place/stack.ts';
import { openTeam, type Team } from '../place/team.ts';
import { openTeamPlace } from '../place/team-place.ts';

type Id = Family['id'];

/** Where a fault is tried: a page, its remotes' servers and the chains. */
export interface FaultPlace extends AsyncDisposable {
  /** The page's address, which is its origin, without a slash at its end. */
  readonly url: string;
  /** From now on a family's chain is broken so; `{}` fixes it. It is fixed when the place is closed. */
  breakChain(family: Id, faults: Partial<ChainFaults>): Promise<void>;
  /** From now on the server of a family's remote is broken so; `{}` fixes it. It is fixed when the place is closed. */
  breakRemote(family: Id, faults: Partial<RemoteServerFaults>): Promise<void>;
}

/** A place with a store of its own, which its team can write. */
export interface OwnPlace extends FaultPlace {
  readonly team: Team;
}

/** The page, remotes and chains that the tests of a worker share. */
export function openStackPlace(): FaultPlace {
  return toPlace(addresses.host.url, (family) => addresses[family].url);
}

/**
 * Opens a page of its own under a name that no other test has: its remotes are served from a store of its own, each by a
 * server of its own. The chains are those of the worker's stack. `prepare` writes that store before the page is deployed.
 */
export async function openFaultPlace(
  name: string,
  prepare: (team: Team) => Promise<void> = async () => undefined,
): Promise<OwnPlace> {
  const team = await openTeam(name);
  await prepare(team);
  const page = await openTeamPlace(name, team, { isBreakable: true });
  return { ...toPlace(page.url, (family) => page.originOf(byId[family].remote), page), team };
}

const byId = Object.fromEntries(families.map((family) => [family.id, family])) as Record<Id, Family>;

function toPlace(url: string, remoteUrl: (family: Id) => string, opened?: AsyncDisposable): FaultPlace {
  const broken = new Map<string, () => Promise<unknown>>();
  const change = async (address: string, name: string, faults: object) => {
    broken.set(name, () => changeFaults(address, { [name]: {} }));
    await changeFaults(address, { [name]: faults });
  };
  return {
    url,
    breakChain: (family, faults) => change(addresses.chains[family].url, byId[family].networks[0].id, faults),
    breakRemote: (family, faults) => change(remoteUrl(family), byId[family].remote, faults),
    async [Symbol.asyncDispose]() {
      for (const repair of broken.values()) await repair();
      await opened?.[Symbol.asyncDispose]();
    },
  };
}
