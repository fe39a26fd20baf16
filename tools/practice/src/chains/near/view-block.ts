import { base58 } from '@scure/base';
import { FIRST_HEIGHT, type Ledger, START_AMOUNT } from './ledger.ts';
import { GAS_PRICE } from './transaction.ts';

// The fixture has no validators and no proofs, so it fills their places with zeros.
const NO_HASH = '1'.repeat(32);
const NO_SIGNATURE = `ed25519:${'1'.repeat(64)}`;
const PROTOCOL_VERSION = 80;

/** Shows a block in the form of NEAR's RPC. */
export function viewBlock({ blocks, accounts }: Ledger, height: number): object {
  const previous = Math.max(height - 1, FIRST_HEIGHT);
  const previousHash = base58.encode(blocks.hashAt(previous));
  const time = blocks.timeAt(height);
  const header = {
    hash: base58.encode(blocks.hashAt(height)),
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
  return { author: 'fixture.practice', chunks: [], header };
}

/** Shows the state of the network in the form of NEAR's RPC. */
export function viewStatus({ chainId, blocks, faults }: Ledger): object {
  const height = blocks.height();
  return {
    version: { version: 'linkspan-near-fixture', build: 'fixture', commit: 'fixture', rustc_version: 'none' },
    chain_id: faults.read().lies ? 'elsewhere' : chainId,
    protocol_version: PROTOCOL_VERSION,
    latest_protocol_version: PROTOCOL_VERSION,
    genesis_hash: base58.encode(blocks.hashAt(FIRST_HEIGHT)),
    rpc_addr: null,
    validators: [],
    validator_account_id: null,
    validator_public_key: null,
    node_public_key: `ed25519:${NO_HASH}`,
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
