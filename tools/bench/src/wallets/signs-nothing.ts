/** What every request for a signature is answered with: the wallets stand in for the connecting alone. */
export async function signsNothing(): Promise<never> {
  throw Object.assign(new Error('An instant wallet signs nothing.'), { code: 4200 });
}
