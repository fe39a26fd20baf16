export * from './live-document-name.ts';
export * from './unsigned-release.ts';
export * from './verify.ts';
