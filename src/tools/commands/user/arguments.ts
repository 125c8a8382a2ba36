import { parseArgs } from 'node:util'
import type { ShopSettings } from '../../../server/platform/settings/shop-settings.ts'
import type { ToolShop } from '../../open-database.ts'

export type UserShop = Pick<ToolShop, 'db' | 'env'> & { now: () => Date; settings: ShopSettings }
export type UserCommand = (shop: UserShop, args: readonly string[]) => Promise<string[]>

const options = {
  json: { type: 'boolean' },
  name: { type: 'string' },
  lang: { type: 'string' },
  country: { type: 'string' },
  currency: { type: 'string' },
  role: { type: 'string' },
  leave: { type: 'boolean' },
} as const

export type UserArguments = ReturnType<typeof readArguments>

/** Parses the arguments of `user <command>`: options and positional words. */
export function readArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
  return { ...values, words: positionals }
}

/** Formats the answer as one line of JSON or as a sentence. */
export function answerLine({ json }: Pick<UserArguments, 'json'>, answer: object, sentence: string): string[] {
  return [json ? JSON.stringify(answer) : sentence]
}

/** Invalid arguments; the message says how to correct them. */
export class UserError extends Error {
  override readonly name = 'UserError'
}
