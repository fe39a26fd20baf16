export * from './live-document.ts';
