import { base58 } from '@scure/base';
import { z } from 'zod';
import { blockReference, readHeight } from './block-reference.ts';
import { GAS_PRICE } from './fees.ts';
import { FIRST_HEIGHT, type Ledger, START_AMOUNT } from './ledger.ts';

// The fixture has no validators and no proofs: where a node would name one, it says so by zeros or by name.
const NO_HASH = '1'.repeat(32);
const NO_KEY = `ed25519:${NO_HASH}`;
const NO_SIGNATURE = `ed25519:${'1'.repeat(64)}`;
const AUTHOR = 'fixture.practice';
const PROTOCOL_VERSION = 80;

const ofGasPrice = z.union([z.tuple([z.union([z.number(), z.string(), z.null()])]), z.looseObject({})]);

/** Returns `block`. Throws `UNKNOWN_BLOCK`. */
export function blockMethod(ledger: Ledger, params: unknown): object {
  const height = readHeight(ledger, blockReference.parse(params));
  return { author: AUTHOR, chunks: [], header: toHeader(ledger, height) };
}

/** Returns `status`. */
export function statusMethod({ chainId, blocks }: Ledger): object {
  const height = blocks.height();
  return {
    version: { version: 'linkspan-near-fixture', build: 'fixture', commit: 'fixture', rustc_version: 'none' },
    chain_id: chainId,
    protocol_version: PROTOCOL_VERSION,
    latest_protocol_version: PROTOCOL_VERSION,
    genesis_hash: base58.encode(blocks.hashAt(FIRST_HEIGHT)),
    rpc_addr: null,
    validators: [],
    validator_account_id: null,
    validator_public_key: null,
    node_public_key: NO_KEY,
    node_key: null,
    uptime_sec: Math.floor((blocks.timeAt(height) - blocks.timeAt(FIRST_HEIGHT)) / 1000),
    sync_info: {
      latest_block_hash: base58.encode(blocks.hashAt(height)),
      latest_block_height: height,
      latest_block_time: new Date(blocks.timeAt(height)).toISOString(),
      latest_state_root: NO_HASH,
      syncing: false,
    },
    detailed_debug_status: null,
  };
}

/** Answers `gas_price`, which never changes here. */
export function gasPriceMethod(_: Ledger, params: unknown): object {
  ofGasPrice.parse(params);
  return { gas_price: String(GAS_PRICE) };
}

function toHeader({ blocks, accounts }: Ledger, height: number): object {
  const hash = base58.encode(blocks.hashAt(height));
  const previous = Math.max(height - 1, FIRST_HEIGHT);
  const previousHash = base58.encode(blocks.hashAt(previous));
  const time = blocks.timeAt(height);
  return {
    hash,
    height,
    prev_hash: previousHash,
    prev_height: previous,
    timestamp: time * 1_000_000,
    timestamp_nanosec: `${time}000000`,
    last_final_block: previousHash,
    last_ds_final_block: previousHash,
    gas_price: String(GAS_PRICE),
    total_supply: String(BigInt(accounts.size) * START_AMOUNT),
    latest_protocol_version: PROTOCOL_VERSION,
    block_ordinal: height,
    ...emptyHeader,
  };
}

const emptyHeader = {
  approvals: [],
  block_body_hash: NO_HASH,
  block_merkle_root: NO_HASH,
  challenges_result: [],
  challenges_root: NO_HASH,
  chunk_endorsements: [],
  chunk_headers_root: NO_HASH,
  chunk_mask: [],
  chunk_receipts_root: NO_HASH,
  chunk_tx_root: NO_HASH,
  chunks_included: 0,
  epoch_id: NO_HASH,
  epoch_sync_data_hash: null,
  next_bp_hash: NO_HASH,
  next_epoch_id: NO_HASH,
  outcome_root: NO_HASH,
  prev_state_root: NO_HASH,
  random_value: NO_HASH,
  rent_paid: '0',
  signature: NO_SIGNATURE,
  validator_proposals: [],
  validator_reward: '0',
};
