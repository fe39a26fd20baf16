import { type Attempt, type Failure, isRunning, type RemoteState } from '@linkspan/contract';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Shell } from '../../commands/shell.ts';
import type { FamilyConfig } from '../../config.ts';
import type { Entry } from '../../ledger/entry.ts';
import type { Request } from '../../session/request.ts';
import { sayOutcome, suffixOf } from '../activity/say-outcome.ts';
import { sayProgress } from '../cards/connecting.tsx';
import { sayOfSend } from '../cards/notice.tsx';
import { sayPrompt } from '../cards/request.tsx';
import { sayUnaffected } from '../cards/use-family.ts';
import { isPhone } from '../dialog/reach.ts';
import { listenAll } from '../facts.ts';
import { useFront } from '../parts/in-front.tsx';
import { explainIn, type FailureStep } from '../texts/explain.ts';
import { t } from '../texts/t.ts';
import { useShell } from '../use-shell.ts';
import { sayOffer } from './offer.tsx';

/** Announces requests, outcomes, failures and offers of a reload to screen readers; the page shows them too. */
export function LiveRegion() {
  const shell = useShell();
  const front = useFront();
  const [announcement, announce] = useState('');
  useEffect(() => {
    const ends = shell.config.families.flatMap((family) => {
      const { attempt, pairing, remote } = shell.view.family(family.id);
      const announceFailure = (fact: object) =>
        announce('failure' in fact ? sayFailure(shell, family, fact.failure as Failure, toStep(fact)) : '');
      let { stage } = remote.get();
      const announceStage = (state: RemoteState) => {
        const isOfFailure = state.stage === 'failed' || stage === 'failed';
        stage = state.stage;
        // A connector that is mounted while its wallet is asked clears nothing.
        if (isOfFailure) announceFailure(state);
      };
      const announceProgress = ({ wallet, progress }: Attempt & { state: 'running' }) => {
        const says = sayProgress(wallet, progress, pairing.get());
        announce(
          t('live.says', {
            family: family.title,
            advice: t(isPhone() ? 'card.pairingElsewhere' : 'card.pairing'),
            ...says,
          }),
        );
      };
      const request = shell.request(family.id);
      return [
        remote.listen(announceStage),
        attempt.listen((now) => (isRunning(now) ? announceProgress(now) : announceFailure(now))),
        pairing.listen((shown) => {
          const now = attempt.get();
          if (shown && isRunning(now)) announceProgress(now);
        }),
        request.listen((now) => announce(sayRequest(shell, family, now))),
      ];
    });
    const releaseStatuses = shell.config.families.map(({ id }) => shell.view.family(id).releaseStatus);
    ends.push(listenAll(releaseStatuses, () => announce(sayReleaseStatuses(shell))));
    let known = shell.activity.get();
    ends.push(
      shell.activity.listen((now) => {
        const said = sayActivity(shell.config.families, known, now);
        known = now;
        if (said !== undefined) announce(said);
      }),
    );
    return () => {
      for (const end of ends) end();
    };
  }, [shell]);
  const region = (
    <p className="unseen" aria-live="polite">
      {announcement}
    </p>
  );
  // Beside an application the cards may be closed.
  return front?.parentElement ? createPortal(region, front.parentElement) : region;
}

/** All in one announcement: they change together, and a screen reader may skip all but the last. */
function sayReleaseStatuses(shell: Shell): string {
  const stopped = shell.config.families.flatMap((family) => {
    const releaseStatus = shell.view.family(family.id).releaseStatus.get();
    return releaseStatus.state === 'stopped'
      ? sayFailure(shell, family, releaseStatus.failure, 'reload')
      : [];
  });
  const offer = sayOffer(shell);
  return [...stopped, ...(offer ? [t('live.offer', offer)] : [])].join(' ');
}

function sayRequest(shell: Shell, family: FamilyConfig, request: Request): string {
  const connection = shell.view.family(family.id).connection.get();
  if (request.state === 'failed') return sayFailedRequest(shell, family, request);
  if (request.state !== 'checking' && request.state !== 'asking') return '';
  const wallet = 'wallet' in connection ? connection.wallet.name : '';
  return t('live.says', { family: family.title, ...sayPrompt(request, wallet) });
}

/** A send that may have been carried out must not be tried again. */
function sayFailedRequest(
  shell: Shell,
  family: FamilyConfig,
  request: Request & { state: 'failed' },
): string {
  const doubt = request.mayBeSent ? t('activity.advice.unknown') : '';
  const {
    title,
    advice,
    reason = '',
  } = explainIn(family, request.failure, 'again', sayUnaffected(shell, family.id));
  const isPlain = !request.mayBeSent || request.failure.code === 'wallet/cancelled';
  const said = [isPlain ? advice : reason, sayOfSend(request), doubt].filter(Boolean).join(' ');
  return t('live.says', { family: family.title, title, advice: said });
}

function sayFailure(shell: Shell, family: FamilyConfig, failure: Failure, step: FailureStep): string {
  const { title, advice } = explainIn(family, failure, step, sayUnaffected(shell, family.id));
  return t('live.says', { family: family.title, title, advice });
}

/** The step that can help a failed remote. */
function toStep(fact: object): FailureStep {
  return 'step' in fact && fact.step === 'reload' ? 'reload' : 'again';
}

/** The announcement of a new entry, else of a send’s new state; undefined if there is none. */
export function sayActivity(
  families: readonly FamilyConfig[],
  before: readonly Entry[],
  now: readonly Entry[],
): string | undefined {
  for (const entry of now) {
    const family = families.find(({ id }) => id === entry.family);
    const known = before.find(({ id }) => id === entry.id);
    const said = family && (known ? sayChange(entry, known, family) : sayDone(entry, family));
    if (said) return said;
  }
  return undefined;
}

function sayDone(entry: Entry, { title: family }: FamilyConfig): string | undefined {
  if (entry.kind === 'signed') {
    const isUnverified = entry.signed && !entry.signed.isVerified;
    return t(isUnverified ? 'live.unverified' : 'live.signed', { family });
  }
  const { outcome } = entry;
  if (entry.isEarlier || outcome.state === 'unknown') return undefined;
  const awaits = outcome.state === 'sent' && outcome.awaits;
  return t(awaits ? `live.owners${suffixOf(entry)}` : 'live.sent', { family });
}

function sayChange(entry: Entry, known: Entry, config: FamilyConfig): string | undefined {
  if (entry.kind !== 'sent' || known.kind !== 'sent') return undefined;
  if (entry.outcome.state === known.outcome.state) return undefined;
  // One that was cancelled on the page may be sent late.
  if (entry.outcome.state === 'sent')
    return known.outcome.state === 'unknown' ? sayDone(entry, config) : undefined;
  const { word, advice = '' } = sayOutcome(entry, config, entry.at);
  return t(`live.ended${suffixOf(entry)}`, { family: config.title, word, advice }).trim();
}
