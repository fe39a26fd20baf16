import type { WalletRef } from '@linkspan/contract';
import { type CSSProperties, useState } from 'react';
import { toHue, toInitial } from '../dialog/wallet-row.ts';

/** A wallet’s icon beside its name; without one, its initial. */
export function WalletFace({ wallet }: { wallet: WalletRef }) {
  const [broken, setBroken] = useState<string>();
  const { icon } = wallet;
  return (
    <span
      className="wallet-face"
      aria-hidden="true"
      data-initial={toInitial(wallet.name)}
      style={{ '--hue': toHue(wallet.name) } as CSSProperties}
    >
      {icon && icon !== broken && <img src={icon} alt="" onError={() => setBroken(icon)} />}
    </span>
  );
}

/** The wallet’s icon in a ring, which turns during a request. */
export function WaitingFace({ wallet, isWaiting }: { wallet: WalletRef; isWaiting: boolean }) {
  return (
    <span className="ring" data-turning={isWaiting}>
      <WalletFace wallet={wallet} />
    </span>
  );
}
