import { contractVersion, type Failure } from '@linkspan/contract';
import type { Shell } from '../../commands/shell.ts';
import { toFacts } from '../cards/to-facts.ts';

/** What a report says beside the families. */
interface Frame {
  /** Names the build that the page runs. */
  readonly page: string;
  /** As it names itself. */
  readonly browser: string;
}

/** What runs here and what has failed, for someone who helps the person. It never holds an account. */
export function toReport({ config, view }: Pick<Shell, 'config' | 'view'>, { page, browser }: Frame): string {
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
      ...(release?.share === undefined ? [] : [`share: ${release.share} %`]),
      ...(release?.insteadOf ? [`instead of: ${release.insteadOf.version}, ${release.insteadOf.code}`] : []),
      ...failures.flatMap((failure) => toFacts(failure)),
    ];
  });
  return [`page: ${page}`, `contract: ${contractVersion}`, `browser: ${browser}`, ...families].join('\n');
}
