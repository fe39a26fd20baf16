import type {
  AccountId,
  FamilyId,
  FamilyView,
  Intent,
  Network,
  NetworkId,
  Pairing,
  SendIntent,
} from '@linkspan/contract';
import { type RefObject, useRef } from 'react';
import type { Commands, Shell } from '../../commands/shell.ts';
import type { FamilyConfig } from '../../config.ts';
import type { Request } from '../../session/request.ts';
import { isInDoubt, type SentEntry } from '../activity/say-outcome.ts';
import { toList } from '../texts/format.ts';
import { t } from '../texts/t.ts';
import { useAll, useReadable, useShell } from '../use-shell.ts';
import { type CardState, type NoticeState, toCardState, toNotice } from './card-state.ts';

/** All that a card is made of. */
export interface Family {
  readonly config: FamilyConfig;
  readonly card: CardState;
  readonly notice: NoticeState;
  /** What a second device opens for what the wallet is asked now. */
  readonly pairing: Pairing | undefined;
  readonly commands: FamilyCommands;
  /** What the network has quoted for the latest send that was filled in; undefined if it has told nothing. */
  readonly quoted: RefObject<QuotedSend | undefined>;
  /** Who works all the same where this family does not: see `sayUnaffected`. */
  readonly unaffected: string;
  /** The network as it is configured; undefined for one that the page does not know. */
  network(id: NetworkId): Network | undefined;
}

/** A send, and about what it costs in smallest units. */
interface QuotedSend extends Pick<SendIntent, 'account' | 'to' | 'amount'> {
  readonly fee: bigint;
}

const none: Request = { state: 'none' };

/** Whether a send that failed, and may have been sent, is no longer in doubt: the activity knows, or the person does. */
function isSettled(request: Request, sends: readonly SentEntry[]): boolean {
  if (request.state !== 'failed' || !request.mayBeSent || request.intent?.kind !== 'send') return false;
  const { account, to, amount } = request.intent;
  return !sends.some(
    ({ intent, ...send }) =>
      isInDoubt(send) && intent.account === account && intent.to === to && intent.amount === amount,
  );
}

/** A family's facts as its card shows them. */
export function useFamily(config: FamilyConfig): Family {
  const shell = useShell();
  const view = shell.view.family(config.id);
  const connection = useReadable(view.connection);
  const attempt = useReadable(view.attempt);
  const remote = useReadable(view.remote);
  const releaseStatus = useReadable(view.releaseStatus);
  const requested = useReadable(shell.request(config.id));
  const sends = useReadable(shell.activity).filter((one) => one.kind === 'sent');
  const request = isSettled(requested, sends) ? none : requested;
  const last = useRef<(() => Promise<unknown>) | undefined>(undefined);
  const quoted = useRef<QuotedSend>(undefined);
  const unaffected = useUnaffected(config.id);
  const facts = { connection, attempt, remote, releaseStatus };
  const card = toCardState(facts);
  return {
    config,
    card,
    pairing: useReadable(view.pairing),
    notice: toNotice({ ...facts, card, request }),
    commands: toCommands(shell.commands, config.id, last, 'accounts' in card ? card.accounts[0] : undefined),
    quoted,
    unaffected,
    network: (id) => config.networks.find((network) => network.id === id),
  };
}

/** One family's commands, as its card gives them. What fails is shown by the store's facts. */
interface FamilyCommands {
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
interface Last {
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

/**
 * Who is known to work while a family does not, to be read before `not affected`: `Your other wallets are` if all others
 * do, else the titles of those that do: `Solana is`. Empty where none is known to.
 */
export function sayUnaffected({ config, view }: Pick<Shell, 'config' | 'view'>, affected: FamilyId): string {
  const others = config.families.filter(({ id }) => id !== affected);
  const working = others.filter(({ id }) => isWorking(view.family(id)));
  if (working.length === 0) return '';
  if (working.length === others.length) return t('card.unaffectedAll');
  const families = toList(working.map(({ title }) => title));
  return t(working.length === 1 ? 'card.unaffectedOne' : 'card.unaffectedSome', { families });
}

/** `sayUnaffected`, and a new render when it changes. */
function useUnaffected(affected: FamilyId): string {
  const shell = useShell();
  const facts = shell.config.families.flatMap(({ id }) => {
    const { remote, releaseStatus } = shell.view.family(id);
    return [remote, releaseStatus];
  });
  return useAll(facts, () => sayUnaffected(shell, affected));
}

/** Its remote has come, and neither failed nor was stopped. */
function isWorking({ remote, releaseStatus }: FamilyView): boolean {
  const { stage } = remote.get();
  return stage !== 'pending' && stage !== 'failed' && releaseStatus.get().state !== 'stopped';
}
