import type { Attempt } from '@linkspan/contract';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { FamilyConfig } from '../../config.ts';
import { endDialogPairing, PairingCode, sayProgress, useWalletDialog } from '../cards/connecting.tsx';
import { SmallIcon } from '../parts/icon.tsx';
import { WalletFace } from '../parts/wallet-face.tsx';
import { onDemandTexts } from '../texts/en-on-demand.ts';
import { useReadable, useShell } from '../use-shell.ts';
import { findRow } from './elements.ts';

/** The wallet dialog's content while a wallet of the family is paired, in place of its list. */
export function PairingView({ config }: { config: FamilyConfig }) {
  const attempt = useReadable(useShell().view.family(config.id).attempt);
  const dialog = useWalletDialog();
  if (attempt.state !== 'running' || !dialog) return null;
  return createPortal(<Shown config={config} attempt={attempt} dialog={dialog} />, dialog);
}

function Shown({
  config: { id, title },
  attempt: { wallet, progress },
  dialog,
}: {
  config: FamilyConfig;
  attempt: Attempt & { state: 'running' };
  dialog: HTMLDialogElement;
}) {
  const { view, commands } = useShell();
  const pairing = useReadable(view.family(id).pairing);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  // Back in the list, which is shown again by then.
  useEffect(
    () => () => void (dialog.open && findRow(dialog, id, wallet.id)?.focus()),
    [dialog, id, wallet.id],
  );
  const back = () => {
    endDialogPairing(dialog);
    commands.cancel(id);
  };
  return (
    <section className="pairing-view" aria-labelledby="connect-pairing">
      <header className="pairing-head">
        <button type="button" className="round" aria-label={onDemandTexts.backToList} onClick={back}>
          <SmallIcon name="chevron" />
        </button>
        <WalletFace wallet={wallet} />
        <h3 id="connect-pairing" ref={heading} tabIndex={-1}>
          <bdi>{wallet.name}</bdi>
        </h3>
        <span className="network">{title}</span>
      </header>
      <div className="pairing-body">
        <PairingCode pairing={pairing} />
      </div>
      <p className="pairing-foot" role="status">
        {sayProgress(wallet, progress, pairing).title}
      </p>
    </section>
  );
}
