import type { WalletRef } from '@linkspan/contract';
import { useState } from 'react';

/** A wallet's icon; where it has none that can be shown, the style draws a neutral one. Its name stands beside it. */
export function WalletFace({ wallet }: { wallet: WalletRef }) {
  const [broken, setBroken] = useState<string>();
  const { icon } = wallet;
  return (
    <span className="wallet-face" aria-hidden="true">
      {icon && icon !== broken && <img src={icon} alt="" onError={() => setBroken(icon)} />}
    </span>
  );
}

/** The wallet's icon in a ring, which turns while the wallet is waited for. */
export function WaitingFace({ wallet, isWaiting }: { wallet: WalletRef; isWaiting: boolean }) {
  return (
    <span className="ring" data-turning={isWaiting}>
      <WalletFace wallet={wallet} />
    </span>
  );
}
