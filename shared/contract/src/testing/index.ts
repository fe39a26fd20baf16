export * from './exotic.ts';
