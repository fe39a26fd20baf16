import type { StandardEventsChangeProperties } from '@wallet-standard/features';
import type { WalletCore } from '../wallet-core.ts';
import type { Life } from '../wallet-life.ts';
import { tellChains } from './clusters.ts';
import type { SolanaSession } from './solana-session.ts';
import { tellAccounts } from './tell-accounts.ts';

/** What a Solana wallet tells of. */
export interface Told {
  readonly core: WalletCore;
  readonly session: SolanaSession;
  readonly life: Life;
  readonly features: () => NonNullable<StandardEventsChangeProperties['features']>;
}

type Listener = (properties: StandardEventsChangeProperties) => void;

/**
 * `standard:events`: tells of changed accounts, clusters and features, and of what is none of them on the command
 * `rubbish`. Returns the undoing. A dead object tells nothing.
 */
export function onChange({ core, session, life, features }: Told, listener: Listener): () => void {
  const tellRubbish = () => {
    for (const rubbish of [undefined, null, {}, { accounts: 'harbour' }, { accounts: [null, 42] }]) {
      tellSafely(listener, rubbish);
    }
  };
  const stops = [
    session.subscribe(() => listener({ accounts: tellAccounts(core, session.accounts()) })),
    core.store.subscribe(({ switches: before }) => {
      const now = core.store.get().switches;
      if (before.unsupportedMethods !== now.unsupportedMethods) listener({ features: features() });
      if (before.otherNetworks !== now.otherNetworks) listener({ chains: tellChains(core) });
    }),
    () => core.commands.off('rubbish', tellRubbish),
  ];
  core.commands.on('rubbish', tellRubbish);
  const stop = () => {
    for (const undo of stops.splice(0)) undo();
  };
  stops.push(life.onEnd(stop));
  return stop;
}

/** What a listener throws reaches the page, as it does from a real wallet, and keeps nothing from going on. */
function tellSafely(listener: Listener, rubbish: unknown): void {
  try {
    listener(rubbish as StandardEventsChangeProperties);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
