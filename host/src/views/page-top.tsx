import type { PageConfig } from '../config.ts';
import { t } from '../texts/t.ts';
import { DialogFrame } from './dialog-frame.tsx';
import { Mark } from './mark.tsx';

/**
 * What the page begins with, rendered once when the host is deployed: the wallet dialog, and the bar with the button that
 * opens it. In this order, so that there is no moment in which a press on the button finds no dialog.
 */
export function PageTop({ config }: { config: PageConfig }) {
  // Browsers with invoker commands open the dialog before any script has run.
  const opens = { command: 'show-modal', commandfor: 'connect' };
  return (
    <>
      <DialogFrame families={config.families} />
      <header className="bar">
        <span className="brand">
          <Mark />
          {config.title}
        </span>
        {config.practice && <span className="chip">{config.practice.label}</span>}
        <button type="button" className="button button-main" aria-haspopup="dialog" {...opens}>
          {t('page.connect')}
        </button>
      </header>
    </>
  );
}
