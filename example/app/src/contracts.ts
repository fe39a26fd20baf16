import { ferry } from '@linkspan/practice/ferry';

/** The contracts of the practice chains, and who is paid there. */
export const contracts = { ...ferry, cashier: 'EXXZxeqPr3ygwQQyL12JcMVmLJVQQmTBCCE9qrtYfG3Y' } as const;
