const addressForm = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** Whether a text has the form of an address. */
export function isAddress(value: unknown): value is string {
  return typeof value === 'string' && addressForm.test(value);
}
