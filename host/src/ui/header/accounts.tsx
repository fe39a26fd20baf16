import { type AccountId, accountsOf, addressOf, format } from '@linkspan/contract';
import { useRef } from 'react';
import type { Shell } from '../../commands/shell.ts';
import type { FamilyConfig } from '../../config.ts';
import { Avatar } from '../parts/avatar.tsx';
import { ChevronIcon, PlusIcon, PowerIcon } from '../parts/icon.tsx';
import { useShell } from '../shell-context.ts';
import { onDemandTexts } from '../texts/en-on-demand.ts';
import { useAll } from '../use-readable.ts';
import { AccountRow } from './account-row.tsx';

const panelId = 'accounts-panel';
const texts = onDemandTexts.accounts;

/** How many wallets are connected; a press lists their accounts. */
export function Accounts() {
  const shell = useShell();
  const { view, commands } = shell;
  const inUse = useInUse(shell);
  const panel = useRef<HTMLElement>(null);
  const connectAnother = () => {
    // The focus goes back to what has opened the panel: to there the dialog returns it.
    panel.current?.hidePopover();
    const next = view.families.find((id) => !inUse.some(({ config }) => config.id === id));
    commands.choose(next ?? (view.families[0] as string));
  };
  const disconnectAll = () => {
    panel.current?.hidePopover();
    // What has the focus now goes with the last wallet.
    document.querySelector<HTMLElement>('.bar > .button')?.focus();
    // A failure is in the store, and its card tells it.
    for (const { config } of inUse) commands.disconnect(config.id).catch(() => undefined);
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
        <ChevronIcon />
      </button>
      <section ref={panel} id={panelId} popover="auto" className="accounts-panel" aria-label={texts.title}>
        <ul>
          {inUse.map(({ config, account }) => (
            <AccountRow key={config.id} config={config} account={account} />
          ))}
        </ul>
        <button type="button" className="accounts-step" aria-haspopup="dialog" onClick={connectAnother}>
          <PlusIcon />
          <span>{texts.another}</span>
        </button>
        <button type="button" className="accounts-step" onClick={disconnectAll}>
          <PowerIcon />
          <span>{texts.disconnectAll}</span>
        </button>
      </section>
    </>
  );
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
