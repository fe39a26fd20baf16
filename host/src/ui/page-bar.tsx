import type { PageConfig } from '../config.ts';
import { Mark, type Picture } from './mark.tsx';
import { FlaskIcon, PlusIcon } from './parts/icon.tsx';
import { t } from './texts/t.ts';
import { opensDialog } from './title/title-row.tsx';

/**
 * The page's bar, rendered once when the host is deployed. The views fill `#accounts`; the practice module enables
 * `[data-practice]` and opens its panel by it.
 */
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
          <FlaskIcon />
          <span>{config.practice.label}</span>
        </button>
      )}
      <button type="button" className="button button-main" aria-haspopup="dialog" {...opensDialog}>
        <PlusIcon />
        <span>{t('page.connect')}</span>
      </button>
      <span id="accounts" />
    </header>
  );
}
