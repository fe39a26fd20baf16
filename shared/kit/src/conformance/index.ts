export type { Case } from './case.ts';
export { conformance } from './conformance.ts';
export { type PracticeWalletOptions, playPracticeWallet } from './practice-wallet.ts';
export { type Result, runConformance } from './run.ts';
export type { Answer, Subject, TestWallet } from './subject.ts';
