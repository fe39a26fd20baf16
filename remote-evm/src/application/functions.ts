import { type AbiFunction, parseAbi, toFunctionSelector, toFunctionSignature } from 'viem';

/** A function that a person can compare with what they want. */
export interface Known extends AbiFunction {
  /** With the types of its arguments. */
  readonly signature: string;
  /** `same`: it calls functions of its own contract. `any`: it calls what its arguments say, in forms of their own. */
  readonly calls?: 'same' | 'any';
  /** The application alone says that there is such a function. */
  readonly isClaimed?: true;
}

/** Finds the function that data calls. */
export type Find = (data: string) => Known | undefined;

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
  'function permitTransferFrom(((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline) permit, (address to, uint256 requestedAmount) transferDetails, address owner, bytes signature)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
  'function transferFrom((address from, address to, uint160 amount, address token)[] transferDetails)',
  'function lockdown((address token, address spender)[] approvals)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function approve(address spender, uint256 id, uint256 value)',
  'function transfer(address to, uint256 id, uint256 value)',
  'function transferFrom(address from, address to, uint256 id, uint256 value)',
  'function mint()',
  'function mint(uint256 value)',
  'function mint(address to)',
  'function mint(address to, uint256 value)',
  'function burn(uint256 value)',
  'function burnFrom(address from, uint256 value)',
  'function delegate(address delegatee)',
  'function deposit(uint256 assets, address receiver)',
  'function mint(uint256 shares, address receiver)',
  'function depositTo(address to)',
  'function withdrawTo(address to, uint256 value)',
]);

/** Who may do what with a contract, and its code: Ownable, AccessControl, proxies, and the owners of a Safe. */
const governing = parseAbi([
  'function acceptOwnership()',
  'function renounceOwnership()',
  'function grantRole(bytes32 role, address beneficiary)',
  'function revokeRole(bytes32 role, address account)',
  'function renounceRole(bytes32 role, address account)',
  'function upgradeTo(address implementation)',
  'function upgradeToAndCall(address implementation, bytes data)',
  'function addOwnerWithThreshold(address newOwner, uint256 threshold)',
  'function swapOwner(address previous, address oldOwner, address newOwner)',
  'function removeOwner(address previous, address oldOwner, uint256 threshold)',
  'function changeThreshold(uint256 threshold)',
  'function enableModule(address operator)',
  'function castVote(uint256 proposal, uint8 support)',
]);

/** Uniswap's routers and positions, Curve, 1inch, 0x. What has to come at least is no token that goes. */
const trading = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapTokensForExactETH(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to)',
  'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to)',
  'function addLiquidity(address tokenA, address tokenB, uint256 amountADesired, uint256 amountBDesired, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
  'function addLiquidityETH(address token, uint256 amountTokenDesired, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline)',
  'function removeLiquidity(address tokenA, address tokenB, uint256 liquidity, uint256 amountAMin, uint256 amountBMin, address to, uint256 deadline)',
  'function removeLiquidityETH(address token, uint256 liquidity, uint256 amountTokenMin, uint256 amountETHMin, address to, uint256 deadline)',
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMin, uint160 sqrtPriceLimit) params)',
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMin, uint160 sqrtPriceLimit) params)',
  'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMin) params)',
  'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMin) params)',
  'function exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMax, uint160 sqrtPriceLimit) params)',
  'function exactOutputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountOut, uint256 amountInMax, uint160 sqrtPriceLimit) params)',
  'function exactOutput((bytes path, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMax) params)',
  'function exactOutput((bytes path, address recipient, uint256 amountOut, uint256 amountInMax) params)',
  'function unwrapWETH9(uint256 amountMin, address recipient)',
  'function unwrapWETH9(uint256 amountMin)',
  'function sweepToken(address token, uint256 amountMin, address recipient)',
  'function refundETH()',
  'function wrapETH(uint256 value)',
  'function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function mint((address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline) params)',
  'function increaseLiquidity((uint256 tokenId, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)',
  'function decreaseLiquidity((uint256 tokenId, uint128 liquidity, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)',
  'function collect((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max) params)',
  'function exchange(int128 i, int128 j, uint256 amountIn, uint256 amountOutMin)',
  'function exchange(uint256 i, uint256 j, uint256 amountIn, uint256 amountOutMin)',
  'function exchange_underlying(int128 i, int128 j, uint256 amountIn, uint256 amountOutMin)',
  'function add_liquidity(uint256[2] amounts, uint256 sharesMin)',
  'function add_liquidity(uint256[3] amounts, uint256 sharesMin)',
  'function remove_liquidity(uint256 amount, uint256[2] amountsMin)',
  'function remove_liquidity_one_coin(uint256 amount, int128 i, uint256 amountOutMin)',
  'function swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 amountOutMin, uint256 flags) desc, bytes data)',
  'function transformERC20(address inputToken, address outputToken, uint256 amountIn, uint256 amountOutMin, (uint32 nonce, bytes data)[] transformations)',
]);

/** Seaport. */
const buying = parseAbi([
  'struct Basic { address considerationToken; uint256 considerationId; uint256 considerationAmount; address offerer; address zone; address offerToken; uint256 offerId; uint256 offerAmount; uint8 orderType; uint256 startTime; uint256 endTime; bytes32 zoneHash; uint256 salt; bytes32 offererConduitKey; bytes32 fulfillerConduitKey; uint256 additionalCount; Additional[] additional; bytes signature; }',
  'struct Additional { uint256 amount; address recipient; }',
  'struct Order { Parameters parameters; bytes signature; }',
  'struct Parameters { address offerer; address zone; Offer[] offer; Consideration[] consideration; uint8 orderType; uint256 startTime; uint256 endTime; bytes32 zoneHash; uint256 salt; bytes32 conduitKey; uint256 considerationCount; }',
  'struct Offer { uint8 itemType; address token; uint256 id; uint256 startAmount; uint256 endAmount; }',
  'struct Consideration { uint8 itemType; address token; uint256 id; uint256 startAmount; uint256 endAmount; address recipient; }',
  'function fulfillBasicOrder(Basic order)',
  'function fulfillBasicOrder_efficient_6GL6yc(Basic order)',
  'function fulfillOrder(Order order, bytes32 conduitKey)',
  'function incrementCounter()',
]);

/** Aave, Compound, Lido, and what contracts that pay for a stake have in common. */
const lending = parseAbi([
  'function deposit(address asset, uint256 amount, address beneficiary, uint16 referralCode)',
  'function supply(address asset, uint256 amount, address beneficiary, uint16 referralCode)',
  'function borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 referralCode, address onBehalfOf)',
  'function repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf)',
  'function setUserUseReserveAsCollateral(address asset, bool useAsCollateral)',
  'function setUserEMode(uint8 category)',
  'function depositETH(address pool, address beneficiary, uint16 referralCode)',
  'function withdrawETH(address pool, uint256 amount, address to)',
  'function claimRewards(address[] assets, uint256 amount, address to, address reward)',
  'function claimAllRewards(address[] assets, address to)',
  'function supply(address asset, uint256 amount)',
  'function supplyTo(address to, address asset, uint256 amount)',
  'function withdraw(address asset, uint256 amount)',
  'function withdrawTo(address to, address asset, uint256 amount)',
  'function allow(address operator, bool approved)',
  'function redeem(uint256 value)',
  'function redeemUnderlying(uint256 value)',
  'function borrow(uint256 value)',
  'function repayBorrow(uint256 value)',
  'function repayBorrow()',
  'function enterMarkets(address[] markets)',
  'function exitMarket(address market)',
  'function submit(address referral)',
  'function wrap(uint256 value)',
  'function unwrap(uint256 value)',
  'function requestWithdrawals(uint256[] amounts, address beneficiary)',
  'function claimWithdrawal(uint256 request)',
  'function claimWithdrawals(uint256[] requests, uint256[] hints)',
  'function stake()',
  'function stake(uint256 value)',
  'function unstake(uint256 value)',
  'function deposit(uint256 value)',
  'function deposit(uint256 pool, uint256 value)',
  'function deposit(address asset, uint256 amount)',
  'function withdraw()',
  'function withdraw(uint256 pool, uint256 value)',
  'function exit()',
  'function getReward()',
  'function claim()',
  'function claim(address beneficiary)',
  'function claimRewards()',
  'function create_lock(uint256 value, uint256 unlockTime)',
]);

/** ENS, and the bridges of Optimism, Arbitrum and Polygon, Across, CCTP. */
const naming = parseAbi([
  'function commit(bytes32 commitment)',
  'function register(string name, address newOwner, uint256 duration, bytes32 secret)',
  'function register(string name, address newOwner, uint256 duration, bytes32 secret, address resolver, bytes[] data, bool reverseRecord, uint16 ownerControlledFuses)',
  'function renew(string name, uint256 duration)',
  'function setName(string name)',
  'function setText(bytes32 node, string key, string value)',
  'function setAddr(bytes32 node, address beneficiary)',
  'function setResolver(bytes32 node, address resolver)',
  'function setOwner(bytes32 node, address newOwner)',
  'function setContenthash(bytes32 node, bytes hash)',
  'function reclaim(uint256 id, address newOwner)',
  'function depositETH(uint32 minGasLimit, bytes extraData)',
  'function depositETHTo(address to, uint32 minGasLimit, bytes extraData)',
  'function bridgeETH(uint32 minGasLimit, bytes extraData)',
  'function bridgeETHTo(address to, uint32 minGasLimit, bytes extraData)',
  'function depositERC20(address localToken, address remoteToken, uint256 amount, uint32 minGasLimit, bytes extraData)',
  'function depositERC20To(address localToken, address remoteToken, address to, uint256 amount, uint32 minGasLimit, bytes extraData)',
  'function bridgeERC20(address localToken, address remoteToken, uint256 amount, uint32 minGasLimit, bytes extraData)',
  'function withdraw(address localToken, uint256 amount, uint32 minGasLimit, bytes extraData)',
  'function depositEth()',
  'function outboundTransfer(address localToken, address to, uint256 amount, uint256 maxGas, uint256 gasPriceBid, bytes data)',
  'function depositEtherFor(address beneficiary)',
  'function depositFor(address beneficiary, address rootToken, bytes depositData)',
  'function depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 amountOut, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, bytes message)',
  'function depositForBurn(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken)',
]);

const callingSame = parseAbi([
  'function multicall(bytes[] data)',
  'function multicall(uint256 deadline, bytes[] data)',
  'function multicall(bytes32 previousBlockhash, bytes[] data)',
]);

/** Uniswap's router, accounts that are contracts (ERC-4337, ERC-7579, Safe), Multicall3; and what agrees to a hash (Safe, CoW). */
const callingAny = parseAbi([
  'function execute(bytes commands, bytes[] inputs)',
  'function execute(bytes commands, bytes[] inputs, uint256 deadline)',
  'function execute(address to, uint256 value, bytes data)',
  'function execute(bytes32 mode, bytes data)',
  'function executeBatch(address[] to, bytes[] data)',
  'function executeBatch(address[] to, uint256[] value, bytes[] data)',
  'function executeBatch((address to, uint256 value, bytes data)[] calls)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  'function execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation)',
  'function multiSend(bytes transactions)',
  'function approveHash(bytes32 hash)',
  'function setPreSignature(bytes order, bool signed)',
  'function aggregate((address to, bytes data)[] calls)',
  'function tryAggregate(bool requireSuccess, (address to, bytes data)[] calls)',
  'function blockAndAggregate((address to, bytes data)[] calls)',
  'function tryBlockAndAggregate(bool requireSuccess, (address to, bytes data)[] calls)',
  'function aggregate3((address to, bool allowFailure, bytes data)[] calls)',
  'function aggregate3Value((address to, bool allowFailure, uint256 value, bytes data)[] calls)',
]);

/** By their selectors. */
export const knownFunctions: ReadonlyMap<string, Known> = new Map([
  ...toEntries([...moving, ...governing, ...trading, ...buying, ...lending, ...naming]),
  ...toEntries(callingSame, { calls: 'same' }),
  ...toEntries(callingAny, { calls: 'any' }),
]);

/** The function that data calls, by its first four bytes; undefined if it is not known. */
export const findFunction: Find = (data) => knownFunctions.get(data.slice(0, 10));

/** Functions by their selectors. */
export function toEntries(
  abi: readonly AbiFunction[],
  more?: Pick<Known, 'calls' | 'isClaimed'>,
): [string, Known][] {
  return abi.map((one) => [
    toFunctionSelector(one),
    { ...one, signature: toFunctionSignature(one), ...more },
  ]);
}
