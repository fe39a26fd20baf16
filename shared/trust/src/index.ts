export * from './unsigned-release.ts';
export * from './verify.ts';
