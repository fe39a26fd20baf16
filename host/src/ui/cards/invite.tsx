import { useLayoutEffect, useRef } from 'react';
import { listenAll } from '../facts.ts';
import { SmallIcon } from '../parts/icon.tsx';
import { t } from '../texts/t.ts';
import { useShell } from '../use-shell.ts';
import { isBrief } from './card-state.ts';
import { Notice } from './notice.tsx';
import { fillPick, rowsShown } from './pick.ts';
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

/** The list of wallets at hand, which `fillPick` fills: before the views have loaded, and in them. */
function Pick({ family: { config } }: { family: Family }) {
  const { view, commands } = useShell();
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (list.current === null) return;
    const facts = view.family(config.id);
    const draw = fillPick(list.current, {
      title: config.title,
      connect: (walletId) => commands.connect(config.id, walletId),
      choose: () => commands.choose(config.id),
    });
    draw(facts);
    return listenAll([facts.wallets, facts.remote], () => draw(facts));
  }, [view, commands, config]);
  return (
    <div ref={list} className="pick">
      <p className="pick-title">{t('card.looking')}</p>
      {Array.from({ length: rowsShown }, (_, at) => (
        <div key={at} className="pick-row" aria-hidden="true">
          <span className="pick-face" />
          {/* Isolated from the words around it, in its own direction. */}
          <bdi className="pick-name" />
          {at === 0 && <SmallIcon name="chevron" />}
        </div>
      ))}
      <button
        type="button"
        className="pick-row"
        aria-haspopup="dialog"
        aria-label={t('card.moreWalletsOf', { family: config.title })}
      >
        <span className="pick-face">
          <SmallIcon name="plus" />
        </span>
        <span className="pick-name">{t('card.moreWallets')}</span>
      </button>
    </div>
  );
}
