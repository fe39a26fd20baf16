export { field, toList } from '@linkspan/contract';
