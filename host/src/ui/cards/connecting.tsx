import type { FamilyId, Pairing, Progress, WalletRef } from '@linkspan/contract';
import { type Ref, useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { isPhone } from '../dialog/reach.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { QrCode } from '../parts/qr-code.tsx';
import { WaitingFace } from '../parts/wallet-face.tsx';
import { t } from '../texts/t.ts';
import { useRoot } from '../use-shell.ts';
import type { CardProps, Family } from './use-family.ts';

/** Says where to approve, and lets the person cancel. */
export function Connecting({ family, card: { wallet, progress } }: CardProps<'connecting'>) {
  const { title, advice } = sayProgress(wallet, progress, family.pairing);
  return (
    <div className="card-body">
      <div className="ask">
        <WaitingFace wallet={wallet} isWaiting={progress.step !== 'press'} />
        <div className="say">
          <p className="say-title">{title}</p>
          {advice && <p>{advice}</p>}
        </div>
      </div>
      <Paired family={family} />
      <div className="actions">
        {progress.step === 'press' && (
          <button type="button" className="button button-tint" onClick={family.commands.openWallet}>
            {t('card.openWallet', { wallet: wallet.name })}
          </button>
        )}
        <button type="button" className="button" onClick={family.commands.cancel}>
          {t('card.cancel')}
        </button>
      </div>
    </div>
  );
}

/** The step of an attempt, in words. */
export function sayProgress(
  { name: wallet }: WalletRef,
  { step }: Progress,
  pairing: Pairing | undefined,
): { readonly title: string; readonly advice?: string } {
  if (pairing) return { title: t('card.onPhone') };
  switch (step) {
    case 'asking':
      return { title: t('card.approve', { wallet }), advice: t('card.approveAdvice', { wallet }) };
    case 'waiting':
      return { title: t('card.waiting', { wallet }), advice: t('card.waitingAdvice', { wallet }) };
    case 'loading':
      return { title: t('card.loading', { wallet }), advice: t('card.loadingAdvice', { wallet }) };
    case 'press':
      return { title: t('card.press', { wallet }), advice: t('card.pressAdvice', { wallet }) };
    case 'adopting':
      return { title: t('card.adopting', { wallet }), advice: t('card.adoptingAdvice') };
  }
}

/** The pairing with a second device, on the family's card; nothing while the wallet dialog shows it. */
export function Paired({ family: { config, pairing } }: { family: Pick<Family, 'config' | 'pairing'> }) {
  const isInDialog = useDialogPairing() === config.id;
  return pairing && !isInDialog ? <InView pairing={pairing} /> : null;
}

function InView({ pairing }: { pairing: Pairing }) {
  const place = useRef<HTMLDivElement>(null);
  // Newer browsers answer a promise, which React would call as an undoing.
  useEffect(() => void place.current?.scrollIntoView({ block: 'nearest' }), []);
  return <PairingCode pairing={pairing} ref={place} />;
}

/** A code to scan, and links; on a phone, its own apps first. Without a pairing, the place of the code. */
export function PairingCode({ pairing, ref }: { pairing: Pairing | undefined; ref?: Ref<HTMLDivElement> }) {
  const onPhone = isPhone();
  const code = (
    <QrCode
      key="code"
      text={pairing?.uri}
      says={t('card.pairingCode', { wallet: pairing?.wallet ?? '' })}
      advice={t(onPhone ? 'card.pairingElsewhere' : 'card.pairing')}
    />
  );
  const links = <Links key="links" pairing={pairing} />;
  return (
    <div ref={ref} className="pairing rises" data-field="pairing">
      {onPhone ? [links, code] : [code, links]}
    </div>
  );
}

function Links({ pairing }: { pairing: Pairing | undefined }) {
  return (
    <div className="pairing-links">
      {pairing?.links.map(({ name, url }) => (
        <a key={url} className="button button-tiny" href={url} {...elsewhere(url)}>
          {t('card.openIn', { wallet: name })}
        </a>
      ))}
      {pairing && <CopyButton text={pairing.uri} what={t('card.pairingLink')} isShown />}
    </div>
  );
}

/** A site in the place of an app leaves this page, which waits for the answer, as it is. */
export function elsewhere(url: string) {
  return url.startsWith('https:') && { target: '_blank', rel: 'noopener noreferrer' };
}

/** The wallet dialog, which is prerendered outside of the views. */
export function useWalletDialog(): HTMLDialogElement | null | undefined {
  return useRoot()?.querySelector('.sheet-list')?.closest('dialog');
}

/** The family that the wallet dialog is open for while a wallet is paired, if there is one. */
export function useDialogPairing(): FamilyId | undefined {
  const dialog = useWalletDialog();
  const listen = useCallback(
    (listener: () => void) => {
      const control = new AbortController();
      for (const type of ['pairing', 'close']) dialog?.addEventListener(type, listener, control);
      return () => control.abort();
    },
    [dialog],
  );
  return useSyncExternalStore(
    listen,
    () => dialog?.dataset.pairing,
    () => undefined,
  );
}

/** Has the dialog list its wallets again. */
export function endDialogPairing(dialog: HTMLDialogElement): void {
  delete dialog.dataset.pairing;
  dialog.dispatchEvent(new Event('pairing'));
}
