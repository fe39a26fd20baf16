import { toBuild } from '../../diagnostics/telemetry.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { useShell } from '../shell-context.ts';
import { onDemandTexts } from '../texts/en-on-demand.ts';
import { t } from '../texts/t.ts';
import { useAll } from '../use-readable.ts';
import { RunsRow } from './runs-row.tsx';
import { toReport } from './to-report.ts';

const texts = onDemandTexts.runs;

/** Says which code runs for each family, whether its signature was checked, and what a person can hand on to a helper. */
export function RunsDialog({ close }: { close(): void }) {
  const shell = useShell();
  const { config, view, hostModule } = shell;
  const page = toBuild(hostModule);
  const facts = config.families.flatMap(({ id }) => [view.family(id).remote, view.family(id).releaseStatus]);
  const report = useAll(facts, () => toReport(shell, { page, browser: navigator.userAgent }));
  return (
    <FormDialog title={t('foot.runs')} close={close}>
      <div className="runs">
        <p className="runs-intro">{config.development ? texts.introUnsigned : texts.intro}</p>
        <ul>
          {config.families.map((family) => (
            <RunsRow key={family.id} config={family} />
          ))}
        </ul>
        {config.practice && <p className="runs-small">{t('page.practiceAdvice')}</p>}
        <p className="runs-small">
          <span>{`${texts.page} `}</span>
          <span className="mono" translate="no">
            {page}
          </span>
        </p>
        <CopyButton text={report} what={texts.report} isShown />
        <details className="runs-details">
          <summary>{texts.details}</summary>
          <pre data-field="report" translate="no">
            {report}
          </pre>
        </details>
      </div>
    </FormDialog>
  );
}
