import { operatorCommand } from '../operator-command.ts'
import { requestCommands } from './request/commands.ts'

const usage = `Usage: npm run shop -- request <command> [options]

Requests for the price of parts, by customers and guests. Works while the shop runs; the sender gets a mail.

  list                          requests, oldest first
      --status open|answered|closed   default open; all shows every status
  show NUMBER                   the requested parts, the sender and the message
  answer NUMBER --line N --price PRICE [--sku SKU] [--quantity N] [--line …]
                                answers with a quote: a price for one unit of each line, in the request's
                                currency, with the VAT of its country; later changes: quote price, quote reject
      --sku SKU                   the part of the shop, where the line names none or another
      --quantity N                other units than requested
      --ex-vat                    the prices exclude VAT
      --valid N                   validity in days, 1 to 90, default 14
      --text TEXT                 a message to the sender
  close NUMBER                  closes a request without a quote
      --reason TEXT               mails the reason to the sender; without it, no mail is sent

  --json                        output for programs
  --help                        shows this text`

/** The `request` command of `npm run shop`. */
export const run = operatorCommand({
  name: 'request',
  usage,
  commands: requestCommands,
  options: {
    status: { type: 'string' },
    line: { type: 'string', multiple: true },
    price: { type: 'string', multiple: true },
    sku: { type: 'string', multiple: true },
    quantity: { type: 'string', multiple: true },
    'ex-vat': { type: 'boolean' },
    valid: { type: 'string' },
    text: { type: 'string' },
    reason: { type: 'string' },
  },
})
