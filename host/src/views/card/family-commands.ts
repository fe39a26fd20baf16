import type { AccountId, FamilyId, Intent, NetworkId } from '@linkspan/contract';
import type { Commands } from '../../shell.ts';

/** One family's commands, as its card gives them. What fails is shown by the store's facts. */
export interface FamilyCommands {
  connect(walletId: string): void;
  choose(): void;
  cancel(): void;
  dismiss(): void;
  retry(): void;
  reload(): void;
  disconnect(): void;
  switchNetwork(network: NetworkId): void;
  switchAccount(account: AccountId): void;
  signMessage(message: string): void;
  signIn(): void;
  send(to: string, amount: string): void;
  /** Asks for the same once more. */
  repeat(intent: Intent): void;
  /** Gives the last command of this card once more; undefined where there was none. */
  readonly again: (() => void) | undefined;
}

type Run = () => Promise<unknown>;

/** `last` remembers the latest command, so that one press can repeat it. */
export function toCommands(
  commands: Commands,
  family: FamilyId,
  last: { current: Run | undefined },
): FamilyCommands {
  const give = (run: Run) => {
    last.current = run;
    run().catch(() => undefined);
  };
  const own: Omit<FamilyCommands, 'repeat' | 'again'> = {
    connect: (walletId) => commands.connect(family, walletId),
    choose: () => commands.choose(family),
    cancel: () => commands.cancel(family),
    dismiss: () => commands.dismiss(family),
    retry: () => give(() => commands.retry(family)),
    reload: () => commands.reload(),
    disconnect: () => give(() => commands.disconnect(family)),
    switchNetwork: (network) => give(() => commands.switchNetwork(family, network)),
    switchAccount: (account) => give(() => commands.switchAccount(family, account)),
    signMessage: (message) => give(() => commands.signMessage(family, message)),
    signIn: () => give(() => commands.signIn(family)),
    send: (to, amount) => give(() => commands.send(family, to, amount)),
  };
  return {
    ...own,
    repeat(intent) {
      if (intent.kind === 'message') own.signMessage(intent.text);
      else if (intent.kind === 'sign-in') own.signIn();
      else own.send(intent.to, intent.amount);
    },
    get again() {
      const run = last.current;
      return run && (() => give(run));
    },
  };
}
