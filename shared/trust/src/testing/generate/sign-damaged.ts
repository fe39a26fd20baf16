import type { Bytes } from '../../bytes.ts';
import type { Envelope } from '../../envelope.ts';
import type { Format } from '../../format.ts';
import { type KeyPair, signEnvelope, toCanonicalJson, toEnvelopeBytes } from '../../sign.ts';
import type { Random } from '../random.ts';
import { damageBytes, damageText, padded } from './damage-bytes.ts';
import { damageSignatures } from './damage-signatures.ts';
import { damageValue } from './damage-value.ts';
import type { Team } from './team.ts';

/** How a document is made: by what, and how often each level of it is damaged, from 0 to 1. */
export interface Making {
  readonly random: Random;
  readonly team: Team;
  readonly rate: number;
}

/** A rate for one document: many are sound, some damaged in a place or two, a few in several. */
export function drawRate(random: Random): number {
  return random.pick([0, 0, 0.05, 0.1, 0.1, 0.3]);
}

/** An envelope whose payload may be damaged before it is signed, and whose signatures after. */
export async function signDamaged(
  { random, team, rate }: Making,
  format: Format<unknown>,
  value: unknown,
  signers: readonly KeyPair[],
): Promise<Envelope> {
  const json: unknown = JSON.parse(textOf(toCanonicalJson(value)));
  const damaged = random.chance(rate) ? damageValue(random, json) : json;
  const written = toCanonicalJson(damaged);
  const payload = random.chance(rate / 2) ? damageText(random, written) : written;
  const payloadType = random.chance(rate / 8) ? 'application/vnd.linkspan.live.v1+json' : format.payloadType;
  const envelope = await signEnvelope({ payloadType, payload }, signers);
  const keyids = team.all.map(({ keyid }) => keyid);
  const resigned = random.chance(rate) ? damageSignatures(random, envelope, keyids) : envelope;
  return random.chance(rate / 4) ? { ...resigned, payload: damageBytes(random, payload) } : resigned;
}

/** The bytes of an envelope, which may be damaged in turn. */
export function writeDamaged({ random, rate }: Making, format: Format<unknown>, envelope: Envelope): Bytes {
  const sound = toEnvelopeBytes(envelope);
  if (!random.chance(rate)) return sound;
  const turned = () => toCanonicalJson(damageValue(random, JSON.parse(textOf(sound))));
  // Long ones are rare, since they take long.
  if (random.chance(0.01)) return padded(sound, format.mostBytes + random.pick([0, 1]));
  return random.pick([turned, () => damageText(random, sound), () => damageBytes(random, sound)])();
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
