import { randomUUIDv7 } from 'node:crypto'

/** Creates an id that sorts by time; ids from outside are ignored. */
export function newRequestId(): string {
  return randomUUIDv7()
}
