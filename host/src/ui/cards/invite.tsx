import type { WalletListing } from '@linkspan/contract';
import { listReady, openUrlOf, sortByReach } from '../dialog/reach.ts';
import { SmallIcon } from '../parts/icon.tsx';
import { WalletFace } from '../parts/wallet-face.tsx';
import { t } from '../texts/t.ts';
import { useReadable, useShell } from '../use-shell.ts';
import { isBrief } from './card-state.ts';
import { Notice } from './notice.tsx';
import type { Family } from './use-family.ts';

/** No wallet yet: the wallets at hand, each connected by one press, or the failure of the last attempt. */
export function Invite({ family }: { family: Family }) {
  const { notice } = family;
  const isPick = isBrief(notice);
  return (
    <div className="card-body">
      {isPick && <Pick family={family} />}
      <Notice family={family} />
      {!isPick && notice.kind !== 'attempt-failed' && (
        <div className="actions">
          <button type="button" className="button" aria-haspopup="dialog" onClick={family.commands.choose}>
            {t('card.connect')}
          </button>
        </div>
      )}
    </div>
  );
}

/** How many wallets have a row on the card. */
const rowsShown = 2;

function Pick({ family }: { family: Family }) {
  const { config, commands } = family;
  const view = useShell().view.family(config.id);
  const shown = sortByReach(useReadable(view.wallets));
  const isPending = useReadable(view.remote).stage === 'pending';
  const rows = Array.from({ length: rowsShown }, (_, at) => shown[at]);
  return (
    <div className="pick">
      <p className="pick-title">
        {t(listReady(shown).length > 0 ? 'card.connectWith' : isPending ? 'card.looking' : 'card.none')}
      </p>
      {rows.map((wallet, at) =>
        wallet || isPending ? <PickRow key={at} family={family} wallet={wallet} /> : null,
      )}
      <button
        type="button"
        className="pick-row"
        aria-haspopup="dialog"
        aria-label={t('card.moreWalletsOf', { family: config.title })}
        onClick={commands.choose}
      >
        <span className="pick-face">
          <SmallIcon name="plus" />
        </span>
        <span className="pick-name">{t('card.moreWallets')}</span>
      </button>
    </div>
  );
}

/** A wallet’s row; empty while wallets are pending. */
function PickRow({ family, wallet }: { family: Family; wallet: WalletListing | undefined }) {
  if (wallet === undefined)
    return (
      <div className="pick-row" aria-hidden="true">
        <span className="pick-face" />
        <span className="pick-name" />
      </div>
    );
  const { name } = wallet;
  const said = (
    <>
      <WalletFace wallet={wallet} />
      <bdi className="pick-name">{name}</bdi>
    </>
  );
  if (wallet.reach === 'absent')
    return (
      <a
        className="pick-row"
        href={openUrlOf(wallet) ?? wallet.installUrl}
        target="_blank"
        rel="noopener noreferrer"
      >
        {said}
        <span className="pick-note">{` ${t(openUrlOf(wallet) ? 'card.openApp' : 'card.get')}`}</span>
      </a>
    );
  return (
    <button
      type="button"
      className="pick-row"
      aria-label={t('card.connectTo', { family: family.config.title, wallet: name })}
      onClick={() => family.commands.connect(wallet.id)}
    >
      {said}
      <SmallIcon name="chevron" />
    </button>
  );
}
