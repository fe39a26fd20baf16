import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Health, HealthReport } from '../../diagnostics/health-report.ts';
import { healthTickMs } from '../../limits.ts';
import { Cross } from '../parts/symbols.tsx';
import { useCopy } from '../parts/use-copy.ts';
import { locale } from '../texts/en.ts';
import { healthTexts as texts } from '../texts/en-health.ts';
import { Facts } from './facts.tsx';
import { FamilyHealth } from './family-health.tsx';
import { sayCounts } from './say-counts.ts';

/** How the page does, in a dialog: for those who run it. */
export function HealthView({ health, close }: { health: Health; close(): void }) {
  const report = useReport(health);
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="sheet sheet-wide"
      aria-labelledby={titleId}
      closedby="any"
      onClose={() => dialog.current?.open || close()}
    >
      <header className="sheet-head">
        <h2 id={titleId}>{texts.title}</h2>
        <button type="button" className="round" aria-label={texts.close} onClick={close}>
          <Cross />
        </button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="health" aria-labelledby={titleId} tabIndex={0}>
        <p className="health-lede">{texts.lede}</p>
        <div className="health-families">
          {report.families.map((family) => (
            <FamilyHealth key={family.id} family={family} />
          ))}
        </div>
        <PageHealth report={report} />
        <Failures report={report} />
        <CopyReport report={report} />
      </section>
    </dialog>
  );
}

/** The report of now, and another one each second: counts rise without an event. */
function useReport(health: Health): HealthReport {
  const [report, setReport] = useState(() => health.report());
  useEffect(() => {
    const timer = setInterval(() => setReport(health.report()), healthTickMs);
    return () => clearInterval(timer);
  }, [health]);
  return report;
}

function PageHealth({ report }: { report: HealthReport }) {
  return (
    <section>
      <h3>{texts.page}</h3>
      <Facts
        facts={[
          [texts.build, report.build],
          [texts.contract, report.contract],
          [texts.storage, report.storage],
          [texts.telemetry, report.telemetry],
          [texts.faults, sayCounts(report.faults)],
        ]}
      />
    </section>
  );
}

function Failures({ report: { failures, families } }: { report: HealthReport }) {
  const titleOf = (failure: object) =>
    families.find(({ id }) => 'family' in failure && id === failure.family)?.title ?? texts.page;
  return (
    <section>
      <h3>{texts.failures}</h3>
      {failures.length === 0 ? (
        <p>{texts.noFailures}</p>
      ) : (
        <table className="health-failures">
          <thead>
            <tr>
              <th scope="col">{texts.when}</th>
              <th scope="col">{texts.what}</th>
              <th scope="col">{texts.code}</th>
            </tr>
          </thead>
          <tbody>
            {failures.map((failure, index) => (
              <tr key={`${failure.at} ${index}`}>
                <td>{new Date(failure.at).toLocaleTimeString(locale)}</td>
                <td>{`${titleOf(failure)}, ${failure.kind}`}</td>
                <td className="mono">{failure.code}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function CopyReport({ report }: { report: HealthReport }) {
  const [copied, copy] = useCopy(JSON.stringify(report, null, 2));
  const words = { no: texts.copy, yes: texts.copied, failed: texts.copyFailed };
  return (
    <button type="button" className="button" onClick={copy}>
      {words[copied]}
    </button>
  );
}
