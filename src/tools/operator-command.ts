import { userInfo } from 'node:os'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { createOrderEvents } from '../server/order-subscribers.ts'
import type { OrderEvents } from '../server/ordering/orders/order-events.ts'
import type { Actor } from '../server/platform/audit/audit.ts'
import { withDatabase, type ToolShop } from './open-database.ts'
import { print, printError, printJson } from './print.ts'

/** What a command gets: the shop's database, settings and clock. */
export type OperatorShop = Pick<ToolShop, 'db' | 'kind' | 'env'> & { now: () => Date; orderEvents: OrderEvents }
/** The arguments of a command: positional words, options as text, and all options in the order they were given. */
export type Given = {
  words: readonly string[]
  values: Readonly<Record<string, string | boolean | undefined>>
  ordered: readonly { name: string; value: string | undefined }[]
}
/** The result of a command: lines for people, data for programs. */
export type Answer = { lines: readonly string[]; data: unknown }
export type OperatorCommand = (shop: OperatorShop, given: Given) => Promise<Answer>

type Kind = {
  name: string
  usage: string
  options: ParseArgsOptionsConfig
  commands: Readonly<Record<string, OperatorCommand>>
}

/** Invalid arguments; the message says how to correct them. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}

const answered = new Set([
  'OperatorError',
  'OrderError',
  'CouponError',
  'DealError',
  'CatalogError',
  'RequestError',
  'SettingsError',
  'RatesError',
  'PriceListError',
  'ImportError',
  'SourceRunError',
  'ProductFeedError',
  'StaffError',
  'WebhookError',
  'DefinitionsError',
  'PayoutFileError',
])

/** Creates `npm run shop -- <name> <command>`. Exit codes: 0 done, 1 not possible, 2 invalid arguments. */
export function operatorCommand({ name, usage, options, commands }: Kind): (args: string[]) => Promise<number> {
  return (args) =>
    runNamed({ name, usage, commands }, args, {
      carryOut: (run, open, rest) =>
        carryOut(run, { ...open, now: () => new Date(), orderEvents: createOrderEvents() }, rest, options),
      codeOf: (error) => (error.name === 'OperatorError' ? 2 : answered.has(error.name) ? 1 : undefined),
    })
}

type Named<Run> = { name: string; usage: string; commands: Readonly<Record<string, Run>> }
type Running<Run> = {
  carryOut: (run: Run, shop: ToolShop, args: string[]) => Promise<void>
  /** The exit code of an error whose message is for the operator; undefined for any other error. */
  codeOf: (error: Error) => number | undefined
}

/** Carries out the command that the first argument names, on the shop's database; prints the usage without one. */
export async function runNamed<Run>(
  { name, usage, commands }: Named<Run>,
  [command = '--help', ...args]: readonly string[],
  { carryOut, codeOf }: Running<Run>,
): Promise<number> {
  if (command === '--help' || args.includes('--help')) {
    print(usage)
    return 0
  }
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined
  if (!run)
    return refuse(`There is no command "${name} ${command}". The commands are ${Object.keys(commands).join(', ')}.`, 2)
  return withDatabase(async (open) => {
    try {
      await carryOut(run, open, args)
      return 0
    } catch (error) {
      if (!(error instanceof Error)) throw error
      const code = isArgumentError(error) ? 2 : codeOf(error)
      if (code === undefined) throw error
      return refuse(error.message, code)
    }
  })
}

async function carryOut(
  run: OperatorCommand,
  shop: OperatorShop,
  args: readonly string[],
  options: ParseArgsOptionsConfig,
): Promise<void> {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    allowPositionals: true,
    allowNegative: true,
    tokens: true,
    options: { ...options, json: { type: 'boolean' } },
  })
  const ordered = tokens.flatMap((token) => (token.kind === 'option' ? [{ name: token.name, value: token.value }] : []))
  const { lines, data } = await run(shop, { words: positionals, values: values as Given['values'], ordered })
  if (values['json']) printJson(data)
  else print(lines.join('\n'))
}

/** Tells whether `parseArgs` of Node.js could not read the arguments. */
export function isArgumentError(error: Error): boolean {
  return 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}

function refuse(sentence: string, code: number): number {
  printError(code === 2 ? `${sentence} (--help says more.)` : sentence)
  return code
}

/** The text of an option; undefined when it is absent. */
export function textOf({ values }: Given, option: string): string | undefined {
  const value = values[option]
  return typeof value === 'string' ? value : undefined
}

export function isSet({ values }: Given, option: string, otherwise = false): boolean {
  const value = values[option]
  return typeof value === 'boolean' ? value : otherwise
}

/** Parses an option as a whole number within limits. */
export function wholeNumber(
  given: Given,
  option: string,
  { min, max, otherwise }: { min: number; max: number; otherwise: number },
): number {
  const text = textOf(given, option)
  if (text === undefined) return otherwise
  const number = Number(text)
  if (!Number.isInteger(number) || number < min || number > max)
    throw new OperatorError(`--${option} must be a whole number from ${min} to ${max}.`)
  return number
}

/** Parses an option as a moment with its time zone, such as 2026-12-01T08:00:00+01:00. */
export function momentOf(given: Given, option: string): string | undefined {
  const text = textOf(given, option)
  if (text === undefined) return undefined
  const time = new Date(text)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/.test(text) || Number.isNaN(time.getTime())) {
    throw new OperatorError(
      `--${option} "${text}" is no moment: write date, time and time zone, such as 2026-12-01T08:00:00+01:00.`,
    )
  }
  return time.toISOString()
}

/** The actor for the history: --by, else the user at the terminal. */
export function actorOf(given: Given): string {
  return `operator:${(textOf(given, 'by') ?? userInfo().username).slice(0, 60)}`
}

/** The actor for the audit log: whoever sits at the terminal, without an account. */
export function commandActor(given: Given): Actor {
  return { staffId: null, name: actorOf(given), address: 'command' }
}
