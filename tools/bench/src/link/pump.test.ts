import { describe, expect, it } from 'vitest';
import type { Clock } from './clock.ts';
import { Lane } from './lane.ts';
import { Pump } from './pump.ts';

/** A clock that stands until it is moved; its timers fire late by so much. */
class LateClock implements Clock {
  #nowMs = 0;
  #timers = new Set<{ dueMs: number; run: () => void }>();
  readonly #lateMs: number;

  constructor(lateMs: number) {
    this.#lateMs = lateMs;
  }

  get waiting(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#nowMs;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { dueMs: this.#nowMs + ms + this.#lateMs, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Until no timer is left. */
  play(): void {
    for (const timer of this.#timers) {
      this.#timers.delete(timer);
      this.#nowMs = timer.dueMs;
      timer.run();
    }
  }
}

describe('a pump', () => {
  it.each([0, 1, 40])('keeps a lane at its rate with timers that are %i ms late', (lateMs) => {
    const clock = new LateClock(lateMs);
    const lane = new Lane({ kbps: 1_600, delayMs: 75 });
    const pump = new Pump([lane], clock);
    const arrivals: number[] = [];
    for (let at = 0; at < 200; at += 1)
      lane.put(pump, { bytes: 1_000, arrived: (atMs) => arrivals.push(atMs) }, pump.now());
    pump.run();
    clock.play();
    expect(arrivals).toHaveLength(200);
    expect(arrivals.at(-1)).toBe(1_075);
    expect(clock.now()).toBeGreaterThanOrEqual(1_075);
    expect(clock.now()).toBeLessThanOrEqual(1_075 + lateMs + 1);
  });

  it('waits for one thing at a time, for the lane on which it comes first, and for nothing at the end', () => {
    const clock = new LateClock(0);
    const lanes = [new Lane({ kbps: null, delayMs: 50 }), new Lane({ kbps: null, delayMs: 20 })];
    const pump = new Pump(lanes, clock);
    const arrivals: number[] = [];
    for (const lane of lanes) {
      lane.put(pump, { bytes: 1, arrived: (atMs) => arrivals.push(atMs) }, 0);
      pump.run();
      expect(clock.waiting).toBe(1);
    }
    clock.play();
    expect([arrivals, clock.waiting]).toEqual([[20, 50], 0]);
  });

  it('stands still after its end', () => {
    const clock = new LateClock(0);
    const lane = new Lane({ kbps: null, delayMs: 50 });
    const pump = new Pump([lane], clock);
    const arrivals: number[] = [];
    const put = () => {
      lane.put(pump, { bytes: 1, arrived: (atMs) => arrivals.push(atMs) }, 0);
      pump.run();
    };
    put();
    pump[Symbol.dispose]();
    put();
    clock.play();
    expect([arrivals, clock.waiting]).toEqual([[], 0]);
  });
});
