import { Panel, Step } from '../cards/panel.tsx';
import { t } from '../texts/t.ts';

/** Stands where a part of the page could not be drawn, and offers to draw it again. */
export function Undrawn({ again }: { again: () => void }) {
  return (
    <Panel tone="failed" title={t('undrawn.title')} advice={t('undrawn.advice')}>
      <div className="notice-steps">
        <Step word={t('undrawn.again')} press={again} />
      </div>
    </Panel>
  );
}
