/**
 * The faulty release: a remote as its team built it, with switches for all that a remote can do wrong.
 *
 * - `addFaults({ folder, family })` puts the switches into a copy of a remote's package and build. It is signed and
 *   published as any release; while none is on, it does what the sound one does.
 * - A page's switches are in its `localStorage`, under `toSwitchKey(family)`, as the JSON of a `RemoteSwitches`: at
 *   each place the fault that happens there. They are read when discovery or connector are evaluated, so a reload
 *   puts them into force. `{ 'connector.mount': { fault: 'throws', from: 2 } }` spares the first mount.
 * - What has really happened is told in the page's global `practiceRemotes`, a list of lines such as
 *   `evm connector.mount throws`, each written just before.
 */

/** What can go wrong at each place of a remote, in the order in which a page comes to them. */
export const faultsAt = {
  /** While the module is evaluated. `answersNothing`: it exports nothing of use. */
  'discovery.evaluation': [
    'throws',
    'rejects',
    'throwsInTimer',
    'hangs',
    'blocks',
    'overwrites',
    'answersNothing',
  ],
  /** In `discover`. */
  'discovery.start': [
    'throws',
    'rejects',
    'throwsInTimer',
    'throwsInEvent',
    'blocks',
    'overwrites',
    'leaks',
    'answersNothing',
  ],
  /** Whenever it publishes its list. `hangs`: nothing is ever listed. */
  'discovery.listing': ['throws', 'hangs', 'malformed', 'floods', 'blocks'],
  'discovery.attempt': ['throws', 'rejects', 'hangs', 'malformed', 'foreign', 'answersNothing', 'blocks'],
  'discovery.restore': ['throws', 'rejects', 'hangs', 'malformed', 'foreign', 'blocks'],
  /** While the federation's entry is evaluated. `answersNothing`: the module it gets exports nothing. */
  'connector.evaluation': [
    'throws',
    'rejects',
    'throwsInTimer',
    'hangs',
    'blocks',
    'overwrites',
    'answersNothing',
  ],
  /** `answersNothing`: there is no handle. `throwsInListener`: whenever the store tells it of the connection. */
  'connector.mount': [
    'throws',
    'rejects',
    'throwsInTimer',
    'throwsInEvent',
    'throwsInListener',
    'blocks',
    'overwrites',
    'leaks',
    'answersNothing',
  ],
  /** `malformed`, `foreign`: that is what it publishes in place of the connection. */
  'connector.adopt': ['throws', 'rejects', 'hangs', 'malformed', 'foreign', 'blocks'],
  /** By itself, once it has published a connection. */
  'connector.connected': [
    'rejects',
    'throwsInTimer',
    'throwsInEvent',
    'malformed',
    'foreign',
    'floods',
    'blocks',
    'overwrites',
  ],
  /** In `signMessage` and `signIn`. */
  'connector.sign': ['throws', 'rejects', 'hangs', 'malformed', 'answersNothing', 'blocks'],
  'connector.send': ['throws', 'rejects', 'hangs', 'malformed', 'answersNothing', 'blocks'],
  /** In `settle`, where it has that. */
  'connector.settle': ['throws', 'rejects', 'hangs', 'malformed', 'answersNothing', 'blocks'],
  /** In `switchNetwork` and `switchAccount`. */
  'connector.switch': ['throws', 'rejects', 'hangs', 'blocks'],
  'connector.disconnect': ['throws', 'rejects', 'hangs', 'blocks'],
  /** Once it is unmounted. `throws`: in `unmount` itself. `publishes`: by the lease that it no longer holds. */
  'connector.unmount': ['throws', 'rejects', 'throwsInTimer', 'throwsInEvent', 'publishes'],
} as const;

/** Where a remote goes wrong. */
export type RemotePlace = keyof typeof faultsAt;

/** What goes wrong there. */
export type RemoteFaultName<At extends RemotePlace = RemotePlace> = (typeof faultsAt)[At][number];

/** A fault that is switched on. `from`: it begins with the second time where that is 2; else with the first. */
export type RemoteFault<Name extends RemoteFaultName = RemoteFaultName> = { readonly from?: number } & {
  readonly [One in Name]: { readonly fault: One } & Measure<One>;
}[Name];

/** How much of it. `blocks` with `ever` ends with the tab. */
type Measure<Name extends RemoteFaultName> = Name extends 'blocks'
  ? { readonly ms: number | 'ever' }
  : Name extends 'floods'
    ? { readonly perSecond: number }
    : Name extends 'leaks'
      ? { readonly bytes: number }
      : unknown;

/** All that is switched on in one remote. */
export type RemoteSwitches = { readonly [At in RemotePlace]?: RemoteFault<RemoteFaultName<At>> };

/** The key of `localStorage` under which a page keeps the switches of a family's remote. */
export function toSwitchKey(family: string): string {
  return `practice-remote:${family}`;
}
