export * from './live-document.ts';
export * from './verify.ts';
