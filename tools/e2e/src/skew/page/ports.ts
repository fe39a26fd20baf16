import type { DiscoveryPort, Port, View } from '@linkspan/contract';
import { libraries } from './libraries.ts';
import type { Place } from './place.ts';

/** What the page lends to a family's discovery. */
export function toDiscoveryPort(place: Place): DiscoveryPort {
  const { wallets } = place.family.view;
  return Object.freeze({ ...toCommon(place), publish: (list) => wallets.set(list) });
}

/** What the page lends to a family's connector. */
export function toPort(place: Place): Port {
  const lent = Object.entries(libraries).map(([name, { module }]) => [name, module]);
  // What a port and a family have of later contracts is not in an older page.
  return Object.freeze({
    ...toCommon(place),
    view: place.view as View,
    now: Date.now,
    libraries: Object.fromEntries(lent),
  }) as Port;
}

function toCommon({ config: { id, networks, remote }, edition }: Place) {
  const kept = new Map<string, string>();
  return {
    ...edition.port,
    family: id,
    networks,
    options: remote.options,
    signal: new AbortController().signal,
    storage: {
      get: (key: string) => kept.get(key),
      set: (key: string, value: string) => void kept.set(key, value),
      remove: (key: string) => void kept.delete(key),
    },
  };
}
