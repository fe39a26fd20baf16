/** Writes an amount of smallest units in whole coins, without trailing zeros, such as `1.5 ETH`. */
export function toAmount(units: bigint, { decimals, symbol }: { decimals: number; symbol: string }): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ',');
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${fraction === '' ? whole : `${whole}.${fraction}`} ${symbol}`;
}
