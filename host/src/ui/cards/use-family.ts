import {
  type AccountId,
  type FamilyId,
  type FamilyView,
  isSending,
  type Network,
  type NetworkId,
  type Pairing,
  type RequestInput,
  type SendingIntent,
} from '@linkspan/contract';
import { useRef } from 'react';
import type { Commands, Shell } from '../../commands/shell.ts';
import type { FamilyConfig } from '../../config.ts';
import type { SentEntry } from '../../ledger/entry.ts';
import type { Request } from '../../session/request.ts';
import { isInDoubt } from '../activity/say-outcome.ts';
import { toList } from '../texts/format.ts';
import { t } from '../texts/t.ts';
import { useAll, useReadable, useShell } from '../use-shell.ts';
import { type CardState, type NoticeState, toCardState, toNotice } from './card-state.ts';

/** A family as its card shows it. */
export interface Family {
  readonly config: FamilyConfig;
  readonly card: CardState;
  readonly notice: NoticeState;
  /** The link by which a second device opens the wallet's request. */
  readonly pairing: Pairing | undefined;
  readonly commands: ReturnType<typeof toCommands>;
  /** The families that still work: see `sayUnaffected`. */
  readonly unaffected: string;
  /** A configured network; undefined if the page does not know it. */
  network(id: NetworkId): Network | undefined;
}

/** A part of a card, in these states of it. */
export interface CardProps<Status extends CardState['status']> {
  readonly family: Family;
  readonly card: CardState & { readonly status: Status };
}

/** A notice of these kinds; `wallet` is the name of the wallet on the card. */
export interface NoticeProps<Kind extends NoticeState['kind']> {
  readonly family: Family;
  readonly notice: NoticeState & { readonly kind: Kind };
  readonly wallet: string;
}

const none: Request = { state: 'none' };

/** Whether a failed send that may have been sent is no longer in doubt, by the activity or by the person. */
function isSettled(request: Request, sends: readonly SentEntry[]): boolean {
  if (request.state !== 'failed' || !request.mayBeSent || !isSending(request.intent)) return false;
  const asked = toKey(request.intent);
  return !sends.some(({ intent, ...send }) => isInDoubt(send) && toKey(intent) === asked);
}

/** All that a transaction asks for, in one text for the same: two calls may differ in their arguments alone. */
function toKey(intent: SendingIntent): string {
  const { account, moves, lines } = intent;
  return JSON.stringify([account, moves, lines.map(({ is, name, value }) => [is, name, value])]);
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
  const unaffected = useUnaffected(config.id);
  const facts = { connection, attempt, remote, releaseStatus };
  const card = toCardState(facts);
  return {
    config,
    card,
    pairing: useReadable(view.pairing),
    notice: toNotice({ ...facts, card, request }),
    commands: toCommands(shell.commands, config.id, last, 'accounts' in card ? card.accounts[0] : undefined),
    unaffected,
    network: (id) => config.networks.find((network) => network.id === id),
  };
}

type Run = () => Promise<unknown>;

const ignore = () => undefined;

/** A family’s commands; failures are in the store. `last` is the command to repeat, `shown` the account on the card. */
export function toCommands(
  commands: Commands,
  family: FamilyId,
  last: { current: Run | undefined },
  shown?: AccountId,
) {
  const give = (run: Run) => {
    last.current = run;
    // A later failure may be of the application's request: nothing of this card is to be repeated then.
    const forget = () => {
      if (last.current === run) last.current = undefined;
    };
    return run().then(forget, ignore);
  };
  const own = {
    connect: (walletId: string) => commands.connect(family, walletId),
    choose: () => commands.choose(family),
    cancel: () => commands.cancel(family),
    /** Lets the wallet of the attempt open its window, in this press. */
    openWallet: () => commands.openWallet(family),
    dismiss() {
      last.current = undefined;
      commands.dismiss(family);
    },
    /** Never rejects. */
    retry: () => give(() => commands.retry(family)),
    reload: () => commands.reload(),
    /** A failure of the person's own request stays the one to repeat. */
    refreshBalance() {
      commands.refreshBalance(family).catch(ignore);
    },
    restart: () => give(() => commands.restart(family)),
    runNewest: () => commands.runNewest(family),
    disconnect: () => give(() => commands.disconnect(family)),
    switchNetwork: (network: NetworkId) => give(() => commands.switchNetwork(family, network)),
    switchAccount: (account: AccountId) => give(() => commands.switchAccount(family, account)),
    /** Asks the wallet for other accounts. */
    chooseAccount: () => commands.chooseAccount(family),
    /** Sends from the account on the card unless another one is given. Never rejects. */
    request: (input: RequestInput) => {
      const isOfCard = input.kind === 'send' && input.account === undefined && shown;
      return give(() => commands.request(family, isOfCard ? { ...input, account: shown } : input));
    },
  };
  return {
    ...own,
    /** Repeats the latest command of this card; undefined unless it has failed. */
    get again() {
      const run = last.current;
      return run && (() => give(run));
    },
  };
}

/** The other families that work, before `not affected`: `Solana is`, for all `Your other wallets are`, else empty. */
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

/** Its remote is loaded, and neither failed nor was stopped. */
function isWorking({ remote, releaseStatus }: FamilyView): boolean {
  const { stage } = remote.get();
  return stage !== 'pending' && stage !== 'failed' && releaseStatus.get().state !== 'stopped';
}
