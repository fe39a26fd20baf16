/** The contracts of the practice chains, and who is paid there. */
export const contracts = {
  evm: '0x00000000000000000000000000000000000000fe',
  token: 'FerryToken111111111111111111111111111111111',
  cashier: 'EXXZxeqPr3ygwQQyL12JcMVmLJVQQmTBCCE9qrtYfG3Y',
  near: 'ferry.practice',
} as const;
