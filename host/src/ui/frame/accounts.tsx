import {
  type AccountId,
  accountsOf,
  addressOf,
  type Connection,
  type FamilyId,
  format,
  networkOf,
} from '@linkspan/contract';
import { useRef } from 'react';
import type { Shell } from '../../commands/shell.ts';
import type { FamilyConfig } from '../../config.ts';
import { Avatar } from '../parts/address.tsx';
import { copyIcons, useCopy } from '../parts/copy-button.tsx';
import { Icon, SmallIcon } from '../parts/icon.tsx';
import { TestMark } from '../parts/test-mark.tsx';
import { shorten } from '../texts/address.ts';
import { onDemandTexts } from '../texts/en-on-demand.ts';
import { formatBalance, toExactAmount } from '../texts/format.ts';
import { useAll, useReadable, useRoot, useShell } from '../use-shell.ts';
import type { Part } from './say-next-step.ts';

const panelId = 'accounts-panel';
const texts = onDemandTexts.accounts;

/** How many wallets are connected; a press lists their accounts. `left` is told which are disconnected together. */
export function Accounts({ left }: { left: (parts: readonly Part[]) => void }) {
  const shell = useShell();
  const root = useRoot();
  const { view, commands } = shell;
  const inUse = useInUse(shell);
  const panel = useRef<HTMLElement>(null);
  const connectAnother = () => {
    // The dialog returns the focus to the button of the panel.
    panel.current?.hidePopover();
    const next = view.families.find((id) => !inUse.some(({ config }) => config.id === id));
    commands.choose(next ?? (view.families[0] as string));
  };
  const disconnectAll = () => {
    panel.current?.hidePopover();
    // The focused button disappears with the last wallet.
    root?.querySelector<HTMLElement>('.bar > .button')?.focus();
    const parts = inUse.flatMap(({ config: { id } }) => toPart(id, view.family(id).connection.get()));
    // A wallet may hang for a while, and one that is still connected is not connected again. The card shows a failure.
    void Promise.allSettled(inUse.map(({ config }) => commands.disconnect(config.id))).then(() =>
      left(parts),
    );
  };
  return (
    <>
      <button type="button" className="accounts-button" popoverTarget={panelId}>
        <span className="avatars">
          {inUse.map(({ config, account }) => (
            <Avatar key={config.id} address={addressOf(account)} />
          ))}
        </span>
        <span className="accounts-count">{sayCount(inUse.length)}</span>
        <Icon name="chevron" />
      </button>
      <section ref={panel} id={panelId} popover="auto" className="accounts-panel" aria-label={texts.title}>
        <ul>
          {inUse.map(({ config, account }) => (
            <AccountRow key={config.id} config={config} account={account} />
          ))}
        </ul>
        <button type="button" className="accounts-step" aria-haspopup="dialog" onClick={connectAnother}>
          <Icon name="plus" />
          <span>{texts.another}</span>
        </button>
        <button type="button" className="accounts-step" onClick={disconnectAll}>
          <Icon name="power" />
          <span>{texts.disconnectAll}</span>
        </button>
      </section>
    </>
  );
}

function toPart(family: FamilyId, connection: Connection): Part | [] {
  return 'wallet' in connection ? { family, walletId: connection.wallet.id } : [];
}

function sayCount(count: number): string {
  return count === 1 ? texts.one : format(texts.many, { count: String(count) });
}

/** The account in use of each family that has one. */
function useInUse({ config: { families }, view }: Shell): readonly InUse[] {
  const accountOf = ({ id }: FamilyConfig) => accountsOf(view.family(id).connection.get())[0];
  const connections = families.map(({ id }) => view.family(id).connection);
  useAll(connections, () => families.map(accountOf).join(' '));
  return families.flatMap((config) => {
    const account = accountOf(config);
    return account === undefined ? [] : [{ config, account }];
  });
}

interface InUse {
  readonly config: FamilyConfig;
  readonly account: AccountId;
}

/** An account, its balance, and a button that copies its address. */
function AccountRow({ config, account }: { config: FamilyConfig; account: AccountId }) {
  const address = addressOf(account);
  const [copied, copy] = useCopy(address);
  return (
    <li className="accounts-row" data-family={config.id}>
      <span className="badged">
        <Avatar address={address} />
        <span className="glyph glyph-small" aria-hidden="true" />
      </span>
      <span className="accounts-who">
        <span className="accounts-line">
          <bdi translate="no" title={address}>
            {shorten(address)}
          </bdi>
          <button
            type="button"
            className="accounts-copy"
            aria-label={format(texts.copy, { family: config.title })}
            onClick={copy}
          >
            <SmallIcon name={copyIcons[copied]} />
          </button>
        </span>
        <small>
          <span>{config.title}</span>
          <TestMark network={config.networks.find(({ id }) => id === networkOf(account))} />
        </small>
      </span>
      <Holding config={config} account={account} />
    </li>
  );
}

function Holding({ config, account }: { config: FamilyConfig; account: AccountId }) {
  const balance = useReadable(useShell().view.family(config.id).balance);
  const network = config.networks.find(({ id }) => id === networkOf(account));
  if (balance?.account !== account || network === undefined) return null;
  const { amount } = balance;
  const { decimals, symbol } = network;
  const exact = toExactAmount(amount, decimals);
  return (
    <data className="accounts-balance" value={exact} title={`${exact} ${symbol}`} translate="no">
      <span>{`${formatBalance(amount, decimals)} `}</span>
      <small>{symbol}</small>
    </data>
  );
}
