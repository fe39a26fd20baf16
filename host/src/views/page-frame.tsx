import type { ReactNode } from 'react';
import type { PageConfig } from '../config.ts';
import { t } from '../texts/t.ts';
import { DialogFrame } from './dialog-frame.tsx';
import { Mark } from './mark.tsx';

/** The page around its content, rendered once when the host is deployed: bar, main, wallet dialog. */
export function PageFrame({ config, children }: { config: PageConfig; children?: ReactNode }) {
  // Browsers with invoker commands open the dialog before any script has run.
  const opens = { command: 'show-modal', commandfor: 'connect' };
  return (
    <>
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
      <main id="app">{children}</main>
      <DialogFrame families={config.families} />
    </>
  );
}
