import { getI64Decoder } from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS as system } from '@solana-program/system';
import { computeBudget } from '../compare-signed.ts';
import { tokenPrograms } from './allowance.ts';
import {
  authority,
  checkedTokens,
  key,
  type Layout,
  lamports,
  optionalKey,
  paidTokens,
  plain,
  seed,
  tokens,
  u8,
  u32,
  u64,
} from './layout.ts';

/** A program whose instructions are all known: one that is not in its layouts cannot be read, and may move something. */
export interface Program {
  readonly name: string;
  /** How many bytes of the data are the number of the kind, the lowest first. */
  readonly kindBytes: 1 | 4;
  readonly layouts: ReadonlyMap<number, Layout>;
  /** The kind of an instruction without data. */
  readonly usual?: number;
}

const [space, authorized] = [plain('space', u64), key('spender')];
const lockup = [plain('lockedUntil', getI64Decoder()), plain('lockedUntilEpoch', u64), key('custodian')];

/** By their order in the `SystemInstruction` of the chain. */
const systemLayouts: readonly Layout[] = [
  { name: 'createAccount', accounts: ['from', 'account'], fields: [lamports, space, key('owner')] },
  { name: 'assign', accounts: ['account'], fields: [key('spender')], givesAll: true },
  { name: 'transfer', accounts: ['from', 'recipient'], fields: [lamports] },
  {
    name: 'createAccountWithSeed',
    accounts: ['from', 'account'],
    fields: [key('base'), plain('seed', seed), lamports, space, key('owner')],
  },
  { name: 'advanceNonceAccount', accounts: ['account', '', 'authority'] },
  {
    name: 'withdrawNonceAccount',
    accounts: ['from', 'recipient', '', '', 'authority'],
    fields: [lamports],
  },
  // Whoever has the authority withdraws what the account has.
  { name: 'initializeNonceAccount', accounts: ['account', '', ''], fields: [authorized], givesAll: true },
  { name: 'authorizeNonceAccount', accounts: ['account', 'authority'], fields: [authorized], givesAll: true },
  { name: 'allocate', accounts: ['account'], fields: [space] },
  {
    name: 'allocateWithSeed',
    accounts: ['account', 'base'],
    fields: [key('base'), plain('seed', seed), space, key('owner')],
  },
  {
    name: 'assignWithSeed',
    accounts: ['account', 'base'],
    fields: [key('base'), plain('seed', seed), key('spender')],
    givesAll: true,
  },
  {
    name: 'transferWithSeed',
    accounts: ['from', 'base', 'recipient'],
    fields: [lamports, plain('seed', seed), key('owner')],
  },
  { name: 'upgradeNonceAccount', accounts: ['account'] },
  {
    name: 'createAccountAllowPrefund',
    accounts: ['account', 'from'],
    fields: [lamports, space, key('owner')],
  },
];

const mint = [plain('decimals', u8), key('mintAuthority'), optionalKey('freezeAuthority')];

/** The instructions that the token programs have in common. */
const tokenLayouts: ReadonlyMap<number, Layout> = new Map<number, Layout>([
  [0, { name: 'initializeMint', accounts: ['token', ''], fields: mint }],
  [1, { name: 'initializeAccount', accounts: ['account', 'token', 'owner', ''] }],
  [3, { name: 'transfer', accounts: ['account', 'recipient', 'owner'], fields: [tokens] }],
  [4, { name: 'approve', accounts: ['account', 'spender', 'owner'], fields: [tokens] }],
  [5, { name: 'revoke', accounts: ['account', 'owner'] }],
  [6, { name: 'setAuthority', accounts: ['account', 'owner'], fields: [authority] }],
  [7, { name: 'mintTo', accounts: ['token', 'recipient', 'authority'], fields: [tokens] }],
  [8, { name: 'burn', accounts: ['account', 'token', 'owner'], fields: [tokens] }],
  // An account of wrapped coins is closed with all of them.
  [9, { name: 'closeAccount', accounts: ['account', 'recipient', 'owner'], givesAll: true }],
  [10, { name: 'freezeAccount', accounts: ['account', 'token', 'authority'] }],
  [11, { name: 'thawAccount', accounts: ['account', 'token', 'authority'] }],
  [
    12,
    {
      name: 'transferChecked',
      accounts: ['account', 'token', 'recipient', 'owner'],
      fields: [paidTokens],
    },
  ],
  [
    13,
    { name: 'approveChecked', accounts: ['account', 'token', 'spender', 'owner'], fields: [checkedTokens] },
  ],
  [14, { name: 'mintToChecked', accounts: ['token', 'recipient', 'authority'], fields: [checkedTokens] }],
  [15, { name: 'burnChecked', accounts: ['account', 'token', 'owner'], fields: [checkedTokens] }],
  [16, { name: 'initializeAccount2', accounts: ['account', 'token', ''], fields: [key('owner')] }],
  [17, { name: 'syncNative', accounts: ['account'] }],
  [18, { name: 'initializeAccount3', accounts: ['account', 'token'], fields: [key('owner')] }],
  [20, { name: 'initializeMint2', accounts: ['token'], fields: mint }],
  [21, { name: 'getAccountDataSize', accounts: ['token'] }],
  [22, { name: 'initializeImmutableOwner', accounts: ['account'] }],
]);

const newToken = ['', 'account', 'owner', 'token', '', ''];

const stakeLayouts: ReadonlyMap<number, Layout> = new Map<number, Layout>([
  // One may stake, the other withdraw.
  [
    0,
    {
      ...{ name: 'initialize', accounts: ['account', ''], givesAll: true },
      fields: [key('staker'), authorized, ...lockup],
    },
  ],
  [2, { name: 'delegateStake', accounts: ['account', 'vote', '', '', '', 'authority'] }],
  [3, { name: 'split', accounts: ['from', 'account', 'authority'], fields: [lamports] }],
  [4, { name: 'withdraw', accounts: ['from', 'recipient', '', '', 'authority'], fields: [lamports] }],
  [5, { name: 'deactivate', accounts: ['account', '', 'authority'] }],
]);

const budgetLayouts: readonly (Layout | undefined)[] = [
  undefined,
  { name: 'requestHeapFrame', accounts: [], fields: [plain('bytes', u32)] },
  { name: 'setComputeUnitLimit', accounts: [], fields: [plain('units', u32)] },
  { name: 'setComputeUnitPrice', accounts: [], fields: [plain('microLamports', u64)] },
  { name: 'setLoadedAccountsDataSizeLimit', accounts: [], fields: [plain('bytes', u32)] },
];

const [token, token2022] = tokenPrograms;

/** The programs of the chain itself, and those of its tokens, by address. */
export const programs: ReadonlyMap<string, Program> = new Map<string, Program>([
  [system, { name: 'System program', kindBytes: 4, layouts: toMap(systemLayouts) }],
  [token, { name: 'Token program', kindBytes: 1, layouts: tokenLayouts }],
  [token2022, { name: 'Token-2022 program', kindBytes: 1, layouts: tokenLayouts }],
  [
    'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
    {
      ...{ name: 'Associated token program', kindBytes: 1, usual: 0 },
      layouts: toMap([
        { name: 'create', accounts: newToken },
        { name: 'createIdempotent', accounts: newToken },
      ]),
    },
  ],
  [computeBudget, { name: 'Compute budget', kindBytes: 1, layouts: toMap(budgetLayouts) }],
  [
    'Stake11111111111111111111111111111111111111',
    { name: 'Stake program', kindBytes: 4, layouts: stakeLayouts },
  ],
  ['Vote111111111111111111111111111111111111111', { name: 'Vote program', kindBytes: 4, layouts: new Map() }],
  [
    'AddressLookupTab1e1111111111111111111111111',
    { name: 'Lookup table program', kindBytes: 4, layouts: new Map() },
  ],
  [
    'BPFLoaderUpgradeab1e11111111111111111111111',
    { name: 'Program loader', kindBytes: 4, layouts: new Map() },
  ],
]);

/** Programs of applications by name. What they do is not read, as with any other program. */
export const programNames: ReadonlyMap<string, string> = new Map([
  ['metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s', 'Metaplex token metadata'],
  ['JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4', 'Jupiter'],
  ['L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95', 'Lighthouse'],
]);

function toMap(layouts: readonly (Layout | undefined)[]): ReadonlyMap<number, Layout> {
  return new Map(layouts.flatMap((layout, kind) => (layout ? [[kind, layout] as const] : [])));
}
