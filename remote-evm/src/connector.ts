import { createMount } from '@linkspan/kit/connector';
import { loadSigning, openSession, quoteSend, settleSend } from './session.ts';

/** The connector of the family `eip155`: an approved wallet, in wagmi. */
export const mount = createMount(openSession, { settle: settleSend, quote: quoteSend }, loadSigning);
