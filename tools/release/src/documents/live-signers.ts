import { type Bytes, liveFormat, type Root, readEnvelope, signersOf } from '@linkspan/trust';

/** Whose signatures on a live document are valid under a root. Rejects with `release/malformed`. */
export function signersOfLive(root: Root, bytes: Bytes): Promise<readonly string[]> {
  const { remote, keys, roles } = root;
  return signersOf(readEnvelope(liveFormat, bytes, remote), { remote, keys, role: roles.live });
}

/** Whether these are as many as the root asks for. Rejects with `release/malformed`. */
export async function isSignedLive(root: Root, bytes: Bytes): Promise<boolean> {
  return (await signersOfLive(root, bytes)).length >= root.roles.live.threshold;
}
