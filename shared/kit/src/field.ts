export { field } from '@linkspan/contract';
