import type { PageConfig } from '../config.ts';
import { Mark } from './mark.tsx';
import { t } from './texts/t.ts';

/** The page's bar, rendered once when the host is deployed. */
export function PageBar({ config }: { config: PageConfig }) {
  // Browsers with invoker commands open the dialog before any script has run.
  const opens = { command: 'show-modal', commandfor: 'connect' };
  return (
    <header className="bar">
      <span className="brand">
        <Mark />
        <span>{config.title}</span>
      </span>
      {config.practice && <span className="chip">{config.practice.label}</span>}
      <button type="button" className="button button-main" aria-haspopup="dialog" {...opens}>
        {t('page.connect')}
      </button>
    </header>
  );
}
