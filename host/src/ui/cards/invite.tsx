import { listReady } from '../dialog/sort-by-reach.ts';
import { WalletFace } from '../parts/wallet-face.tsx';
import { sayReady } from '../say-ready.ts';
import { useShell } from '../shell-context.ts';
import { dialogTexts } from '../texts/en-dialog.ts';
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
  const ready = listReady(useReadable(view.wallets));
  const remote = useReadable(view.remote);
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
        <span>{sayReady(ready, remote, dialogTexts.painted.ready)}</span>
      </p>
    </div>
  );
}
