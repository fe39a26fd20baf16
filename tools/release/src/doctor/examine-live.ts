import { type Bytes, nothingSeen, type Root, verifyLive } from '@linkspan/trust';
import { explainRefusal } from '../explain-error.ts';
import { warnOfExpiry } from '../status/warn-of-expiry.ts';
import type { Noted } from './noted.ts';

/** How a page would judge a live document under a root, and what of both expires soon. */
export async function examineLive(
  { address, bytes, root }: { readonly address: string; readonly bytes: Bytes; readonly root: Root },
  now: number,
): Promise<readonly Noted[]> {
  const { remote } = root;
  try {
    const live = await verifyLive({ root, seen: nothingSeen, envelope: bytes, now });
    const soon = warnOfExpiry(
      { remote, state: 'live', until: live.expiresAt, rootUntil: root.expiresAt },
      now,
    );
    return [
      ...live.refused.map(({ refusal }) => noteRefusal(address, refusal)),
      ...soon.map(({ sentence }): Noted => ({ code: 'doctor/soon', address, values: { sentence } })),
      ...(live.releases.length + live.refused.length === 0
        ? [{ code: 'doctor/withdrawn', address, values: { remote } } as const]
        : []),
      { code: 'doctor/live', address, values: { version: `${root.version}`, until: live.expiresAt } },
    ];
  } catch (error) {
    return [noteRefusal(address, error)];
  }
}

/** A document that a page refuses. Throws the error again that is no refusal. */
export function noteRefusal(address: string, error: unknown): Noted {
  const { code, sentence } = explainRefusal(error);
  return { code: 'doctor/document', address, values: { code, sentence } };
}
