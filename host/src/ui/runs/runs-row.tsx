import type { FamilyConfig } from '../../config.ts';
import { explainIn } from '../cards/explain-in.ts';
import { ShieldIcon } from '../parts/icon.tsx';
import { useShell } from '../shell-context.ts';
import { onDemandTexts } from '../texts/en-on-demand.ts';
import { useReadable } from '../use-readable.ts';
import { isVerified, sayVersion } from './say-release.ts';

const texts = onDemandTexts.runs;

/** Which version runs for a family, and whether its signature was checked; or what has failed. */
export function RunsRow({ config }: { config: FamilyConfig }) {
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
          {isVerified(release) && <ShieldIcon />}
          <span>{isVerified(release) ? texts.verified : texts.unsigned}</span>
        </span>
      )}
    </li>
  );
}
