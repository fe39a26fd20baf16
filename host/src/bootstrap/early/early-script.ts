import type { LobbyScope } from '../inline/await-early-script.ts';
import { openLobby } from './main.ts';

// The lobby as the script of a deployed page: boot, which has run by now, waits for it. Nobody is to find the way later.
const scope = globalThis as LobbyScope;
const { linkspanLobby: handOver } = scope;
delete scope.linkspanLobby;
handOver?.(openLobby());
