import { contractVersion, type Failure, format, type ReleaseRef } from '@linkspan/contract';
import type { Shell } from '../../commands/shell.ts';
import type { FamilyConfig } from '../../config.ts';
import { toBuild } from '../../diagnostics/telemetry.ts';
import { toFacts } from '../cards/unavailable.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { Icon } from '../parts/icon.tsx';
import { onDemandTexts } from '../texts/en-on-demand.ts';
import { explainIn } from '../texts/explain.ts';
import { t } from '../texts/t.ts';
import { useAll, useReadable, useShell } from '../use-shell.ts';

const texts = onDemandTexts.runs;

/** Shows which release runs for each family, whether its signature was checked, and a report for a helper. */
export function RunsDialog({ close }: { close(): void }) {
  const shell = useShell();
  const { config, view, hostModule } = shell;
  const page = toBuild(hostModule);
  const facts = config.families.flatMap(({ id }) => [view.family(id).remote, view.family(id).releaseStatus]);
  const intro = useAll(facts, () => toIntro(shell));
  const report = useAll(facts, () => toReport(shell, { page, browser: navigator.userAgent }));
  return (
    <FormDialog title={t('foot.runs')} close={close}>
      <div className="runs">
        <p className="runs-intro">{intro}</p>
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

/** A family's version, and whether its signature was checked, or its failure. */
function RunsRow({ config }: { config: FamilyConfig }) {
  const { remote, releaseStatus } = useShell().view.family(config.id);
  const [state, status] = [useReadable(remote), useReadable(releaseStatus)];
  const release = 'release' in state ? state.release : undefined;
  const failed = [state, status].find((one) => 'failure' in one);
  return (
    <li className="runs-row" data-family={config.id}>
      <span className="glyph" aria-hidden="true" />
      <div>
        <p>{config.title}</p>
        <p className="runs-version">{release ? sayVersion(release) : texts.pending}</p>
        {failed && <p className="runs-failed">{explainIn(config, failed.failure).title}</p>}
      </div>
      {state.stage === 'failed' || release === undefined ? null : (
        <span className="runs-trust" data-verified={isVerified(release)}>
          {isVerified(release) && <Icon name="shield" />}
          <span>{texts[toTrust(release)]}</span>
        </span>
      )}
    </li>
  );
}

/** Who vouches for the code of the families, as far as it has loaded. */
function toIntro({ config, view }: Shell): string {
  if (config.development) return texts.introUnsigned;
  const states = config.families.map(({ id }) => view.family(id).remote.get());
  const releases = states.flatMap((state) => ('release' in state && state.release ? state.release : []));
  const packaged = releases.filter((release) => release.package !== undefined);
  if (packaged.length === 0) return texts.intro;
  return packaged.length === releases.length ? texts.introPackaged : texts.introMixed;
}

function toTrust(release: ReleaseRef): 'verified' | 'packaged' | 'unsigned' {
  if (isVerified(release)) return 'verified';
  return release.package === undefined ? 'unsigned' : 'packaged';
}

/** A release's version: `Version 0.1.0 in place of 0.1.1, for 20 % of visitors`. */
export function sayVersion({ version, share, insteadOf, package: name }: ReleaseRef): string {
  if (name !== undefined) return format(texts.versionOf, { version, name });
  const said = insteadOf
    ? format(texts.versionInPlaceOf, { version, newest: insteadOf.version })
    : format(texts.version, { version });
  if (share === undefined || share === 100) return said;
  return `${said}, ${share === 0 ? texts.notOffered : format(texts.share, { share: String(share) })}`;
}

/** Only a release whose signatures were verified has a share. */
export function isVerified({ share }: ReleaseRef): boolean {
  return share !== undefined;
}

/** The running releases and the failures, for someone who helps the person. It never holds an account. */
export function toReport(
  { config, view }: Pick<Shell, 'config' | 'view'>,
  { page, browser }: { page: string; browser: string },
): string {
  const families = config.families.flatMap(({ id, remote: { name, url } }) => {
    const { remote, releaseStatus } = view.family(id);
    const [state, status] = [remote.get(), releaseStatus.get()];
    const release = 'release' in state ? state.release : undefined;
    const failures: readonly Failure[] = [state, status].flatMap((one) =>
      'failure' in one ? [one.failure] : [],
    );
    return [
      '',
      `${id}: ${state.stage}, ${status.state}`,
      `remote: ${name} ${url}`,
      ...(release ? [`release: ${release.remote}@${release.version}`] : []),
      ...(release?.package === undefined ? [] : [`package: ${release.package}`]),
      ...(release?.share === undefined ? [] : [`share: ${release.share} %`]),
      ...(release?.insteadOf ? [`instead of: ${release.insteadOf.version}, ${release.insteadOf.code}`] : []),
      ...failures.flatMap((failure) => toFacts(failure)),
    ];
  });
  return [`page: ${page}`, `contract: ${contractVersion}`, `browser: ${browser}`, ...families].join('\n');
}
