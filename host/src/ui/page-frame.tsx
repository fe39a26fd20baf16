import type { FamilyConfig, PageConfig } from '../config.ts';
import { opensDialog } from './frame/title-row.tsx';
import { Icon, SmallIcon } from './parts/icon.tsx';
import { dialogTexts } from './texts/en-dialog.ts';
import { frameTexts } from './texts/en-on-demand.ts';
import { t } from './texts/t.ts';

/** The page’s bar. The views fill `.bar-accounts`, the practice module enables `[data-practice]`. */
export function PageBar({ config, logo }: { config: PageConfig; logo?: Picture | undefined }) {
  return (
    <header className="bar">
      <span className="brand">
        <Mark logo={logo} />
        <span>{config.title}</span>
      </span>
      {config.practice && (
        <button
          type="button"
          className="chip chip-practice"
          title={t('page.practiceAdvice')}
          disabled
          data-practice=""
        >
          <Icon name="flask" />
          <span>{config.practice.label}</span>
        </button>
      )}
      <button type="button" className="button button-main" aria-haspopup="dialog" {...opensDialog}>
        <Icon name="plus" />
        <span>{t('page.connect')}</span>
      </button>
      <span className="bar-accounts" />
    </header>
  );
}

/** A brand’s picture in the page. */
export interface Picture {
  /** A `data:` address in an `<img>`: a browser runs no script of it, and loads nothing for it. */
  readonly address: string;
  /** Its width, times its height. */
  readonly ratio: number;
}

const logoHeight = 28;

/** The page's mark: a brand's logo, else a bridge on three spans. */
function Mark({ logo }: { logo?: Picture | undefined }) {
  // No text, since the page's name is beside it.
  if (logo)
    return <img src={logo.address} alt="" width={Math.round(logo.ratio * logoHeight)} height={logoHeight} />;
  return (
    <svg className="mark" width="26" height="26" viewBox="0 0 26 26" aria-hidden="true">
      <path className="mark-deck" d="M3 18.5h20" />
      <path className="mark-first" d="M5 18.5C7 11 10 7.5 13 7.5" />
      <path className="mark-second" d="M13 18.5v-11" />
      <path className="mark-third" d="M21 18.5C19 11 16 7.5 13 7.5" />
    </svg>
  );
}

/** The wallet dialog without its wallets: the early script fills each group's list. */
export function DialogFrame({ families }: { families: readonly FamilyConfig[] }) {
  return (
    <dialog id="connect" className="sheet sheet-tall" aria-labelledby="connect-title" closedby="any">
      <div className="sheet-head">
        <h2 id="connect-title">{frameTexts.title}</h2>
        <p className="sheet-says" role="status">
          {dialogTexts.looking}
        </p>
        <form method="dialog">
          <button type="submit" className="round" aria-label={frameTexts.close}>
            <SmallIcon name="cross" />
          </button>
        </form>
      </div>
      {families.length > 1 && <Filter families={families} />}
      <div className="sheet-list">
        {families.map(({ id, title }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and these are commands
          <div
            key={id}
            role="group"
            className="wallets"
            data-group={id}
            data-family={id}
            aria-labelledby={`connect-${id}`}
            hidden
          >
            <h3 id={`connect-${id}`}>
              <span className="glyph glyph-small" aria-hidden="true" />
              <span>{title}</span>
            </h3>
            <p className="wallets-hint" />
            <div className="wallets-list" />
          </div>
        ))}
      </div>
      <details className="sheet-foot">
        <summary>
          <span>{frameTexts.wallet}</span>
          <span>{frameTexts.how}</span>
        </summary>
      </details>
    </dialog>
  );
}

/** The choice of the family whose wallets are shown. */
function Filter({ families }: { families: readonly FamilyConfig[] }) {
  return (
    <fieldset className="filter" aria-label={frameTexts.filter}>
      <label>
        <input type="radio" name="only" value="" autoComplete="off" defaultChecked />
        <span>{frameTexts.all}</span>
      </label>
      {families.map(({ id, title }) => (
        <label key={id} data-family={id}>
          <input type="radio" name="only" value={id} autoComplete="off" />
          <span className="glyph glyph-small" aria-hidden="true" />
          <span>{title}</span>
        </label>
      ))}
    </fieldset>
  );
}
