/**
 * Loaded before a shop that browser tests open (`node --import`): its clock is ahead by as many milliseconds as stand
 * in the file CLOCK_FILE.
 */
import { readFileSync } from 'node:fs'

const file = process.env['CLOCK_FILE'] ?? ''
const RealDate = Date

function now(): number {
  try {
    return RealDate.now() + (Number(readFileSync(file, 'utf8')) || 0)
  } catch {
    return RealDate.now()
  }
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: unknown[]) => Reflect.construct(target, given.length === 0 ? [now()] : given) as Date,
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
