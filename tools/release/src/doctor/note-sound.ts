import type { FindingCode } from './finding-texts.ts';
import type { Noted } from './noted.ts';
import type { Examined } from './subject.ts';

/** What is said to be sound where none of these was met. */
const areas: readonly { readonly sound: FindingCode; readonly unless: readonly FindingCode[] }[] = [
  {
    sound: 'doctor/answers',
    unless: ['doctor/unreachable', 'doctor/status', 'doctor/redirect', 'doctor/credentials'],
  },
  { sound: 'doctor/types', unless: ['doctor/type', 'doctor/nosniff'] },
  {
    sound: 'doctor/caching',
    unless: ['doctor/stale', 'doctor/aged', 'doctor/not-immutable', 'doctor/missing-kept'],
  },
  { sound: 'doctor/readable', unless: ['doctor/cors', 'doctor/cors-credentials'] },
  { sound: 'doctor/compressed', unless: ['doctor/uncompressed'] },
  { sound: 'doctor/secure', unless: ['doctor/insecure', 'doctor/hsts'] },
  { sound: 'doctor/clocks', unless: ['doctor/clock', 'doctor/clock-far'] },
];

/** The notes, and what was looked at and found sound. Nothing can be said of what did not answer. */
export function withSound({ kind, notes }: Pick<Examined<Noted>, 'kind' | 'notes'>): readonly Noted[] {
  const codes = new Set(notes.map(({ code }) => code));
  if (areas[0]?.unless.some((code) => codes.has(code))) return notes;
  const sound = areas.filter(
    (area) => isAsked(area.sound, kind) && !area.unless.some((code) => codes.has(code)),
  );
  return [...notes, ...sound.map((area): Noted => ({ code: area.sound }))];
}

/** Nobody but a page itself reads its files. */
function isAsked(sound: FindingCode, kind: Examined<Noted>['kind']): boolean {
  return kind === 'remote' || sound !== 'doctor/readable';
}
