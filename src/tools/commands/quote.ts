import { QuoteError } from '../../server/ordering/quotes/answer-quote.ts'
import { runNamed } from '../operator-command.ts'
import { print, printJsonText } from '../print.ts'
import { QuoteArgumentError } from './quote/arguments.ts'
import { quoteCommands } from './quote/commands.ts'

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
export function run(args: string[]): Promise<number> {
  return runNamed({ name: 'quote', usage, commands: quoteCommands }, args, {
    carryOut: async (command, { db }, rest) => {
      const say = rest.includes('--json') ? printJsonText : print
      for (const line of await command({ db, now: () => new Date() }, rest)) say(line)
    },
    codeOf: (error) => (error instanceof QuoteError || error instanceof QuoteArgumentError ? 2 : undefined),
  })
}
