import type { IncomingMessage, ServerResponse } from 'node:http';

export declare const controlPath: '/practice/faults';

export type ControlCode =
  | 'faults/foreign'
  | 'faults/method'
  | 'faults/malformed'
  | 'faults/unknown'
  | 'faults/failed';

export declare class ControlRefusal extends Error {
  code: ControlCode;
  constructor(code: ControlCode, message: string, options?: ErrorOptions);
}

export interface Control {
  read(): object;
  change(wanted: unknown): Promise<void>;
}

export declare function answerControl(
  control: Control,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void>;
