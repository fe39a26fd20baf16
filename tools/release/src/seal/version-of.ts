import { parsePayload, readEnvelope } from '@linkspan/trust';
import { sealFormat } from '@linkspan/trust/seal';

/** The version of a seal; undefined where the bytes are none. Nothing is verified. */
export function versionOf(bytes: Uint8Array): number | undefined {
  try {
    const { payload } = readEnvelope(sealFormat, bytes, 'host');
    return parsePayload(sealFormat, payload, 'host').version;
  } catch {
    return undefined;
  }
}
