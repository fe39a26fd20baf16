import { type Attempt, type Failure, isRunning, type RemoteState } from '@linkspan/contract';
import { useEffect, useState } from 'react';
import type { Activity, Shell } from '../../commands/shell.ts';
import type { FamilyConfig } from '../../config.ts';
import type { Request } from '../../session/request.ts';
import { sayOutcome } from '../activity/say-outcome.ts';
import { sayAsked } from '../cards/asked.tsx';
import { sayProgress } from '../cards/connecting.tsx';
import { sayOfSend } from '../cards/notice.tsx';
import { sayUnaffected } from '../cards/use-family.ts';
import { isPhone } from '../dialog/reach.ts';
import { listenAll } from '../facts.ts';
import { explainIn, type FailureStep } from '../texts/explain.ts';
import { t } from '../texts/t.ts';
import { useShell } from '../use-shell.ts';
import { sayOffer } from './offer.tsx';

/** Tells a screen reader what to do now, what was done, what failed, and what a reload would bring; the page tells it to the eye. */
export function Told() {
  return (
    <p className="unseen" aria-live="polite">
      {useAnnouncement()}
    </p>
  );
}

function useAnnouncement(): string {
  const shell = useShell();
  const [told, tell] = useState('');
  useEffect(() => {
    const ends = shell.config.families.flatMap((family) => {
      const { attempt, pairing, remote } = shell.view.family(family.id);
      const tellFailure = (fact: object) =>
        tell('failure' in fact ? sayFailure(shell, family, fact.failure as Failure, toStep(fact)) : '');
      let { stage } = remote.get();
      const tellStage = (state: RemoteState) => {
        const isNew = state.stage !== stage || state.stage === 'failed';
        stage = state.stage;
        // A release whose share has changed is nothing to tell, and takes nothing back.
        if (isNew) tellFailure(state);
      };
      const tellProgress = ({ wallet, progress }: Attempt & { state: 'running' }) => {
        const says = sayProgress(wallet, progress, pairing.get());
        tell(
          t('told.says', {
            family: family.title,
            advice: t(isPhone() ? 'card.pairingElsewhere' : 'card.pairing'),
            ...says,
          }),
        );
      };
      const request = shell.request(family.id);
      return [
        remote.listen(tellStage),
        attempt.listen((now) => (isRunning(now) ? tellProgress(now) : tellFailure(now))),
        pairing.listen((shown) => {
          const now = attempt.get();
          if (shown && isRunning(now)) tellProgress(now);
        }),
        request.listen((now) => tell(sayRequest(shell, family, now))),
      ];
    });
    const releaseStatuses = shell.config.families.map(({ id }) => shell.view.family(id).releaseStatus);
    ends.push(listenAll(releaseStatuses, () => tell(sayReleaseStatuses(shell))));
    let known = shell.activity.get();
    const end = shell.activity.listen((now) => {
      const said = sayActivity(shell.config.families, known, now);
      known = now;
      if (said !== undefined) tell(said);
    });
    return () => {
      for (const stop of [...ends, end]) stop();
    };
  }, [shell]);
  return told;
}

/** All at once, since they are found out side by side, and only what was told last is sure to be heard. */
function sayReleaseStatuses(shell: Shell): string {
  const stopped = shell.config.families.flatMap((family) => {
    const releaseStatus = shell.view.family(family.id).releaseStatus.get();
    return releaseStatus.state === 'stopped'
      ? sayFailure(shell, family, releaseStatus.failure, 'reload')
      : [];
  });
  const offer = sayOffer(shell);
  return [...stopped, ...(offer ? [t('told.offer', offer)] : [])].join(' ');
}

function sayRequest(shell: Shell, family: FamilyConfig, request: Request): string {
  const connection = shell.view.family(family.id).connection.get();
  if (request.state === 'failed') return sayFailedRequest(shell, family, request);
  if (request.state !== 'checking' && request.state !== 'asking') return '';
  const wallet = 'wallet' in connection ? connection.wallet.name : '';
  return t('told.says', { family: family.title, ...sayAsked(request, wallet) });
}

/** A send that may have been carried out is not to be tried again. */
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
  return t('told.says', { family: family.title, title, advice: said });
}

function sayFailure(shell: Shell, family: FamilyConfig, failure: Failure, step: FailureStep): string {
  const { title, advice } = explainIn(family, failure, step, sayUnaffected(shell, family.id));
  return t('told.says', { family: family.title, title, advice });
}

/** Of a failed remote, what can help it. */
function toStep(fact: object): FailureStep {
  return 'step' in fact && fact.step === 'reload' ? 'reload' : 'again';
}

/**
 * What is new in the activity, for a screen reader: what was just done here, else how a send has ended. What an earlier
 * page has done is no news. Undefined if there is none.
 */
export function sayActivity(
  families: readonly FamilyConfig[],
  before: readonly Activity[],
  now: readonly Activity[],
): string | undefined {
  for (const entry of now) {
    const family = families.find(({ id }) => id === entry.family);
    const known = before.find(({ id }) => id === entry.id);
    const said = family && (known ? sayChange(entry, known, family) : sayDone(entry, family));
    if (said) return said;
  }
  return undefined;
}

function sayDone(entry: Activity, { title: family }: FamilyConfig): string | undefined {
  if (entry.kind === 'signed')
    return t(entry.signed.isVerified ? 'told.signed' : 'told.unverified', { family });
  const { outcome } = entry;
  if (entry.isEarlier || outcome.state === 'unknown') return undefined;
  const awaits = outcome.state === 'sent' && outcome.awaits;
  return t(awaits ? 'told.owners' : 'told.sent', { family });
}

function sayChange(entry: Activity, known: Activity, config: FamilyConfig): string | undefined {
  if (entry.kind !== 'sent' || known.kind !== 'sent') return undefined;
  if (entry.outcome.state === known.outcome.state) return undefined;
  // One that was cancelled on the page may be sent late.
  if (entry.outcome.state === 'sent')
    return known.outcome.state === 'unknown' ? sayDone(entry, config) : undefined;
  const { word, advice = '' } = sayOutcome(entry, config, entry.at);
  return t('told.ended', { family: config.title, word, advice }).trim();
}
