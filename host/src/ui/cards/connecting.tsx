import type { Pairing, Progress, WalletRef } from '@linkspan/contract';
import { WaitingFace } from '../parts/wallet-face.tsx';
import { t } from '../texts/t.ts';
import { Paired } from './paired.tsx';
import type { Family } from './use-family.ts';

/** What a connecting card is made of. */
interface ConnectingProps {
  readonly family: Family;
  readonly wallet: WalletRef;
  readonly progress: Progress;
}

/** Says where to look, and lets a person stop. */
export function Connecting({ family, wallet, progress }: ConnectingProps) {
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

/** Where an attempt stands, and what the person does now. */
export function sayProgress(
  { name: wallet }: WalletRef,
  { step }: Progress,
  pairing: Pairing | undefined,
): { readonly title: string; readonly advice?: string } {
  if (pairing) return { title: t('card.onPhone', { wallet }) };
  switch (step) {
    case 'asking':
      return { title: t('card.approve', { wallet }), advice: t('card.approveAdvice', { wallet }) };
    case 'waiting':
      return { title: t('card.waiting', { wallet }), advice: t('card.waitingAdvice', { wallet }) };
    case 'loading':
      return { title: t('card.loading', { wallet }), advice: t('card.loadingAdvice') };
    case 'press':
      return { title: t('card.press', { wallet }), advice: t('card.pressAdvice') };
    case 'adopting':
      return { title: t('card.adopting', { wallet }), advice: t('card.adoptingAdvice') };
  }
}
