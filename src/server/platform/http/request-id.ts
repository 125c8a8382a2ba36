import { randomUUIDv7 } from 'node:crypto'

/** Ids that sort by time; nothing from outside is taken over. */
export function newRequestId(): string {
  return randomUUIDv7()
}
