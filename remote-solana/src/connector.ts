import { createMount } from '@linkspan/kit/connector';
import { loadSigning, openSession, quoteSend, settleSend } from './session.ts';

/** The connector of the family `solana`: an approved wallet, in wallet-adapter-react. */
export const mount = createMount(openSession, { settle: settleSend, quote: quoteSend }, loadSigning);
