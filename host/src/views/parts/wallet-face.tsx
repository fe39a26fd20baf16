import type { WalletRef } from '@linkspan/contract';

/** A wallet's icon, or its initial where it has none. Its name stands beside it. */
export function WalletFace({ wallet }: { wallet: WalletRef }) {
  return (
    <span className="wallet-face" aria-hidden="true">
      {wallet.icon ? <img src={wallet.icon} alt="" /> : [...wallet.name][0]}
    </span>
  );
}
