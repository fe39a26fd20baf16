import type { AccountId, FamilyId, Intent, NetworkId } from '@linkspan/contract';
import type { Commands } from '../../commands/shell.ts';

/** One family's commands, as its card gives them. What fails is shown by the store's facts. */
export interface FamilyCommands {
  connect(walletId: string): void;
  choose(): void;
  cancel(): void;
  /** Lets the wallet of the attempt open its window, in this press. */
  openWallet(): void;
  dismiss(): void;
  /** Settles when it has been tried, whatever came of it. */
  retry(): Promise<unknown>;
  reload(): void;
  /** Asks for the balance once more. */
  refreshBalance(): void;
  /** Takes the family's remote out of the page, and brings it back. */
  restart(): void;
  /** Loads the page again, with the newest release, whatever it has done here before. */
  runNewest(): void;
  disconnect(): void;
  switchNetwork(network: NetworkId): void;
  switchAccount(account: AccountId): void;
  /** Has the wallet ask the person for other accounts. */
  chooseAccount(): void;
  signMessage(message: string): void;
  signIn(): void;
  /** From the account that the card shows, unless another one is given. Settles whatever came of it. */
  send(to: string, amount: string, from?: AccountId): Promise<unknown>;
  /** Asks for the same once more. */
  repeat(intent: Intent): void;
  /** Gives the last command of this card once more; undefined where there was none. */
  readonly again: (() => void) | undefined;
}

type Run = () => Promise<unknown>;

const ignore = () => undefined;

/** What one press can repeat. */
export interface Last {
  /** The latest command. */
  current: Run | undefined;
}

/** `last` remembers the latest command, so that one press can repeat it; `shown` is the account that the card shows. */
export function toCommands(
  commands: Commands,
  family: FamilyId,
  last: Last,
  shown?: AccountId,
): FamilyCommands {
  const give = (run: Run) => {
    last.current = run;
    return run().then(ignore, ignore);
  };
  const own: Omit<FamilyCommands, 'repeat' | 'again'> = {
    connect: (walletId) => commands.connect(family, walletId),
    choose: () => commands.choose(family),
    cancel: () => commands.cancel(family),
    openWallet: () => commands.openWallet(family),
    dismiss: () => commands.dismiss(family),
    retry: () => give(() => commands.retry(family)),
    reload: () => commands.reload(),
    // Not `give`: what is to be repeated after a failure is what the person asked the wallet for.
    refreshBalance: () => void commands.refreshBalance(family).catch(() => undefined),
    restart: () => give(() => commands.restart(family)),
    runNewest: () => commands.runNewest(family),
    disconnect: () => give(() => commands.disconnect(family)),
    switchNetwork: (network) => give(() => commands.switchNetwork(family, network)),
    switchAccount: (account) => give(() => commands.switchAccount(family, account)),
    chooseAccount: () => commands.chooseAccount(family),
    signMessage: (message) => give(() => commands.signMessage(family, message)),
    signIn: () => give(() => commands.signIn(family)),
    send: (to, amount, from = shown) => give(() => commands.send(family, to, amount, from)),
  };
  return {
    ...own,
    repeat(intent) {
      if (intent.kind === 'message') own.signMessage(intent.text);
      else if (intent.kind === 'sign-in') own.signIn();
      else void own.send(intent.to, intent.amount);
    },
    get again() {
      const run = last.current;
      return run && (() => give(run));
    },
  };
}
