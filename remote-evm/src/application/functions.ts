import { type AbiFunction, parseAbi, toFunctionSelector, toFunctionSignature } from 'viem';

/** A function by which a person can lose something. */
interface Known extends AbiFunction {
  /** With the types of its arguments. */
  readonly signature: string;
  /** `same`: it calls functions of its own contract. `any`: it calls what its arguments say, in forms of their own. */
  readonly calls?: 'same' | 'any';
}

/** ERC-20, ERC-721, ERC-1155, ERC-6909, ERC-677, ERC-1363, ERC-4626, ERC-173, WETH, EIP-2612, DAI, Aave, Permit2. */
const moving = parseAbi([
  'function transfer(address to, uint256 value)',
  'function transferFrom(address from, address to, uint256 value)',
  'function transferAndCall(address to, uint256 value)',
  'function transferAndCall(address to, uint256 value, bytes data)',
  'function approve(address spender, uint256 value)',
  'function approveAndCall(address spender, uint256 value)',
  'function approveAndCall(address spender, uint256 value, bytes data)',
  'function approveDelegation(address spender, uint256 value)',
  'function increaseAllowance(address spender, uint256 value)',
  'function increaseApproval(address spender, uint256 value)',
  'function decreaseAllowance(address spender, uint256 value)',
  'function decreaseApproval(address spender, uint256 value)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, bytes data)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] values, bytes data)',
  'function setApprovalForAll(address operator, bool approved)',
  'function setOperator(address operator, bool approved)',
  'function transferOwnership(address newOwner)',
  'function deposit()',
  'function withdraw(uint256 value)',
  'function withdraw(uint256 value, address receiver, address owner)',
  'function redeem(uint256 value, address receiver, address owner)',
  'function withdraw(address token, uint256 value, address to)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)',
  'function approve(address token, address spender, uint160 value, uint48 expiration)',
  'function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce) details, address spender, uint256 sigDeadline) permit, bytes signature)',
  'function permit(address owner, ((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 sigDeadline) permit, bytes signature)',
]);

const callingSame = parseAbi([
  'function multicall(bytes[] data)',
  'function multicall(uint256 deadline, bytes[] data)',
  'function multicall(bytes32 previousBlockhash, bytes[] data)',
]);

/** Uniswap's router, accounts that are contracts (ERC-4337, ERC-7579, Safe), Multicall3. */
const callingAny = parseAbi([
  'function execute(bytes commands, bytes[] inputs)',
  'function execute(bytes commands, bytes[] inputs, uint256 deadline)',
  'function execute(address to, uint256 value, bytes data)',
  'function execute(bytes32 mode, bytes data)',
  'function executeBatch(address[] to, bytes[] data)',
  'function executeBatch(address[] to, uint256[] value, bytes[] data)',
  'function executeBatch((address to, uint256 value, bytes data)[] calls)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  'function multiSend(bytes transactions)',
  'function aggregate((address to, bytes data)[] calls)',
  'function tryAggregate(bool requireSuccess, (address to, bytes data)[] calls)',
  'function aggregate3((address to, bool allowFailure, bytes data)[] calls)',
  'function aggregate3Value((address to, bool allowFailure, uint256 value, bytes data)[] calls)',
]);

const known: ReadonlyMap<string, Known> = new Map([
  ...toEntries(moving),
  ...toEntries(callingSame, 'same'),
  ...toEntries(callingAny, 'any'),
]);

/** The function that data calls, by its first four bytes; undefined if it is not known. */
export function findFunction(data: string): Known | undefined {
  return known.get(data.slice(0, 10));
}

function toEntries(abi: readonly AbiFunction[], calls?: Known['calls']): [string, Known][] {
  return abi.map((one) => [
    toFunctionSelector(one),
    { ...one, signature: toFunctionSignature(one), ...(calls && { calls }) },
  ]);
}
