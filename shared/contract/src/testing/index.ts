export * from './devices.ts';
export * from './exotic.ts';
