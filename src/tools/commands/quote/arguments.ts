import { parseArgs } from 'node:util'
import type { QuoteServices } from '../../../server/ordering/quotes/answer-quote.ts'

export type QuoteCommand = (services: QuoteServices, args: readonly string[]) => Promise<string[]>

const options = {
  json: { type: 'boolean' },
  status: { type: 'string' },
  percent: { type: 'string' },
  'ex-vat': { type: 'boolean' },
  days: { type: 'string' },
  answer: { type: 'string' },
} as const

export type QuoteArguments = ReturnType<typeof readArguments>

/** Parses the arguments of `quote <command>`: options and positional words. */
export function readArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
  return { ...values, words: positionals }
}

/** Invalid arguments; the message says how to correct them. */
export class QuoteArgumentError extends Error {
  override readonly name = 'QuoteArgumentError'
}

/** Parses an option as a whole number within limits. */
export function wholeNumber(text: string, name: string, { min, max }: { min: number; max: number }): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < min || value > max)
    throw new QuoteArgumentError(`--${name} must be a whole number from ${min} to ${max}.`)
  return value
}
