import { QuoteError } from '../../server/ordering/quotes/answer-quote.ts'
import { withDatabase } from '../open-database.ts'
import { quoteCommands } from './quote/commands.ts'
import { QuoteArgumentError } from './quote/arguments.ts'
import { print, printError, printJsonText } from '../print.ts'

const usage = `Usage: npm run shop -- quote <command> [options]

Quotes that customers ask for from their checkout. Works while the shop runs; the customer gets a mail.

  list                          the newest quotes
      --status requested|priced|rejected|accepted|withdrawn
  show NUMBER                   the requested parts, the customer's current prices and message
  price NUMBER [SKU=PRICE …]    answers with a price for each part, in the quote's currency
      --percent N                 N percent off the current price of all other parts
      --ex-vat                    the given prices exclude VAT
      --days N                    validity in days, default 30
      --answer TEXT               a message to the customer
  reject NUMBER --answer TEXT   rejects the request, with the reason
  withdraw NUMBER               the customer said no by phone or mail; no mail is sent

  --json                        output for programs
  --help                        shows this text`

/** The `quote` command of `npm run shop`. */
export async function run([name = '--help', ...args]: string[]): Promise<number> {
  if (name === '--help' || args.includes('--help')) {
    print(usage)
    return 0
  }
  const command = Object.hasOwn(quoteCommands, name) ? quoteCommands[name] : undefined
  if (!command)
    return refuse(`There is no command "quote ${name}". The commands are ${Object.keys(quoteCommands).join(', ')}.`)
  return withDatabase(async ({ db }) => {
    try {
      const say = args.includes('--json') ? printJsonText : print
      for (const line of await command({ db, now: () => new Date() }, args)) say(line)
      return 0
    } catch (error) {
      if (error instanceof QuoteError || error instanceof QuoteArgumentError || isArgumentError(error))
        return refuse(error.message)
      throw error
    }
  })
}

function refuse(sentence: string): number {
  printError(`${sentence} (--help says more.)`)
  return 2
}

function isArgumentError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
