import { type Clock, processClock } from './clock.ts';
import type { Lane } from './lane.ts';

/** Brings lanes forward by a clock, whenever something is due on one of them. */
export class Pump implements Disposable {
  readonly #lanes: readonly Lane[];
  readonly #clock: Clock;
  #callOff: (() => void) | undefined;
  #isOver = false;

  constructor(lanes: readonly Lane[], clock = processClock) {
    this.#lanes = lanes;
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now();
  }

  /** To be called when something was put on a lane: brings all of them to this moment, and waits for what is next. */
  run(): void {
    this.#callOff?.();
    if (this.#isOver) return;
    const nowMs = this.#clock.now();
    for (const lane of this.#lanes) lane.advance(nowMs);
    const dueMs = Math.min(...this.#lanes.map((lane) => lane.wakeMs()));
    this.#callOff = Number.isFinite(dueMs)
      ? this.#clock.after(Math.ceil(dueMs - nowMs), () => this.run())
      : undefined;
  }

  /** From now on nothing moves. */
  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#callOff?.();
  }
}
