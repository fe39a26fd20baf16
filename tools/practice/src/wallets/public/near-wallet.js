// @ts-expect-error The module is built beside this file.
import { openRedirectWallet } from './wallets.js';

await openRedirectWallet();
