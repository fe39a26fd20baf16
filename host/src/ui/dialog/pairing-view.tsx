import { format, type Progress, type WalletRef } from '@linkspan/contract';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { FamilyConfig } from '../../config.ts';
import { endDialogPairing, PairingCode, sayProgress, useWalletDialog } from '../cards/connecting.tsx';
import { SmallIcon } from '../parts/icon.tsx';
import { WalletFace } from '../parts/wallet-face.tsx';
import { onDemandTexts } from '../texts/en-on-demand.ts';
import { useReadable, useShell } from '../use-shell.ts';
import { findRow } from './elements.ts';

interface PairingViewProps {
  readonly config: FamilyConfig;
  now(): number;
}

/**
 * The wallet dialog's content while a wallet of the family is paired, in place of its list. Once the code has expired, it
 * stays and offers a new one, though the attempt fails.
 */
export function PairingView(props: PairingViewProps) {
  const attempt = useReadable(useShell().view.family(props.config.id).attempt);
  const dialog = useWalletDialog();
  if (attempt.state === 'none' || !dialog) return null;
  const progress = attempt.state === 'running' ? attempt.progress : ({ step: 'asking' } as const);
  return createPortal(
    <Shown {...props} wallet={attempt.wallet} progress={progress} dialog={dialog} />,
    dialog,
  );
}

function Shown({
  config: { id, title },
  now,
  wallet,
  progress,
  dialog,
}: PairingViewProps & {
  readonly wallet: WalletRef;
  readonly progress: Progress;
  readonly dialog: HTMLDialogElement;
}) {
  const { view, commands } = useShell();
  const pairing = useReadable(view.family(id).pairing);
  const [isExpired, setExpired] = useState(false);
  const seconds = useSecondsLeft(pairing?.expiresAt, now);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    dialog.dataset.expired = isExpired ? 'true' : '';
    heading.current?.focus();
  }, [dialog, isExpired]);
  useEffect(() => setExpired((before) => before || seconds === 0), [seconds]);
  useEffect(() => () => void delete dialog.dataset.expired, [dialog]);
  // Back in the list, which is shown again by then.
  useEffect(
    () => () => void (dialog.open && findRow(dialog, id, wallet.id)?.focus()),
    [dialog, id, wallet.id],
  );
  const back = () => {
    endDialogPairing(dialog);
    commands.cancel(id);
  };
  const again = () => {
    // It may still be running, and then it would go on.
    commands.cancel(id);
    commands.connect(id, wallet.id);
    setExpired(false);
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
        {isExpired ? (
          <div className="qr">
            <button type="button" className="button button-main" onClick={again}>
              {onDemandTexts.pairing.again}
            </button>
          </div>
        ) : (
          <PairingCode pairing={pairing} />
        )}
      </div>
      <div className="pairing-foot">
        <p role="status">
          {isExpired ? onDemandTexts.pairing.expired : sayProgress(wallet, progress, pairing).title}
        </p>
        {!isExpired && seconds !== undefined && (
          <span role="timer">{format(onDemandTexts.pairing.left, { time: toClock(seconds) })}</span>
        )}
      </div>
    </section>
  );
}

/** Whole seconds until then, 0 in the last one; undefined if it is not known. */
function useSecondsLeft(expiresAt: string | undefined, now: () => number): number | undefined {
  const [at, setAt] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), 1_000);
    return () => clearInterval(timer);
  }, [now]);
  return expiresAt ? Math.max(0, Math.floor((Date.parse(expiresAt) - at) / 1_000)) : undefined;
}

/** Minutes and seconds, such as `4:05`. */
function toClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`;
}
