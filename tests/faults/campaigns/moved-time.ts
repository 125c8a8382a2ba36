import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { projectRoot } from '../../../src/tools/run-program.ts'

/** A clock that a campaign moves: a shop with its `env` reads it at every look. */
export class MovedClock {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'delverk-clock-'))
  #milliseconds = 0

  constructor() {
    this.#write()
  }

  /** The variables of a shop that lives by this clock. */
  get env(): Record<string, string> {
    const program = path.join(projectRoot, 'tests/support/moved-clock.ts')
    return { CLOCK_FILE: this.#file, NODE_OPTIONS: `--import=${program}` }
  }

  /** Moves the clock by seconds, also back. */
  move(seconds: number): void {
    this.#milliseconds += seconds * 1000
    this.#write()
  }

  now(): Date {
    return new Date(Date.now() + this.#milliseconds)
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  get #file(): string {
    return path.join(this.#folder, 'milliseconds')
  }

  #write(): void {
    writeFileSync(this.#file, String(this.#milliseconds))
  }
}
