import { z } from 'zod';
import { airdrop } from './airdrop.ts';
import { inContext, type Methods } from './methods.ts';
import { accountReading, address, parseParams, reading, u53 } from './params.ts';
import { viewAccount } from './view-account.ts';

const ofAddress = z.tuple([address, reading.nullish()]);
const ofAccount = z.tuple([address, accountReading.nullish()]);
const ofAccounts = z.tuple([z.array(address).max(100), accountReading.nullish()]);
const ofAirdrop = z.tuple([address, u53, reading.nullish()]);
const ofLength = z.tuple([u53, reading.nullish()]);

/** The methods that read accounts, and the faucet. */
export const accountMethods: Methods = {
  getBalance(cluster, params) {
    const [account] = parseParams(ofAddress, params);
    return inContext(cluster, Number(cluster.svm.getBalance(account) ?? 0n));
  },
  getAccountInfo(cluster, params) {
    const [account, options] = parseParams(ofAccount, params);
    return inContext(cluster, viewAccount(cluster, account, options ?? {}));
  },
  getMultipleAccounts(cluster, params) {
    const [accounts, options] = parseParams(ofAccounts, params);
    return inContext(
      cluster,
      accounts.map((account) => viewAccount(cluster, account, options ?? {})),
    );
  },
  getMinimumBalanceForRentExemption({ svm }, params) {
    const [length] = parseParams(ofLength, params);
    return Number(svm.minimumBalanceForRentExemption(BigInt(length)));
  },
  requestAirdrop(cluster, params) {
    const [to, amount] = parseParams(ofAirdrop, params);
    return airdrop(cluster, to, BigInt(amount));
  },
};
