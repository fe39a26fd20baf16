import type { WalletRef } from '@linkspan/contract';
import { useState } from 'react';

/** A wallet’s icon beside its name; without one, the style draws a neutral one. */
export function WalletFace({ wallet }: { wallet: WalletRef }) {
  const [broken, setBroken] = useState<string>();
  const { icon } = wallet;
  return (
    <span className="wallet-face" aria-hidden="true">
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
