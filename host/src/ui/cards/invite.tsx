import type { WalletListing } from '@linkspan/contract';
import { sortByReach } from '../dialog/sort-by-reach.ts';
import { WalletFace } from '../parts/wallet-face.tsx';
import { useShell } from '../shell-context.ts';
import { t } from '../texts/t.ts';
import { useReadable } from '../use-readable.ts';
import { Notice } from './notice.tsx';
import type { Family } from './use-family.ts';

const facesShown = 4;

/** No wallet yet, or the outcome of the last one. */
export function Invite({ family }: { family: Family }) {
  const { commands, notice } = family;
  return (
    <div className="card-body">
      {notice.kind === 'none' ? <Invitation family={family} /> : <Notice family={family} />}
      {notice.kind !== 'attempt-failed' && (
        <div className="row-main">
          <button
            type="button"
            className="button button-small"
            aria-haspopup="dialog"
            onClick={commands.choose}
          >
            {t('card.connect')}
          </button>
        </div>
      )}
    </div>
  );
}

function Invitation({ family }: { family: Family }) {
  const view = useShell().view.family(family.config.id);
  const ready = sortByReach(useReadable(view.wallets)).filter(({ reach }) => reach !== 'absent');
  const isPending = useReadable(view.remote).stage === 'pending';
  return (
    <div className="say">
      <p className="say-title">{t('card.inviteTitle')}</p>
      <p>{t('card.invite')}</p>
      <p className="ready">
        {ready.length > 0 && (
          <span className="faces">
            {ready.slice(0, facesShown).map((wallet) => (
              <WalletFace key={wallet.id} wallet={wallet} />
            ))}
          </span>
        )}
        {isPending && ready.length === 0 ? t('card.looking') : sayReady(ready)}
      </p>
    </div>
  );
}

function sayReady([first, ...others]: readonly WalletListing[]): string {
  if (first === undefined) return t('card.readyNone');
  if (others.length === 0) return t('card.readyOne', { wallet: first.name });
  return t('card.readyMany', { wallet: first.name, count: String(others.length) });
}
