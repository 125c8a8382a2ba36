import { operatorCommand } from '../operator-command.ts'
import { paymentCommands } from './payment/commands.ts'

const usage = `Usage: npm run shop -- payment <command> [options]

Payments that need review: held payments (no order was waiting, or the amount was wrong), and refunds that a provider
refused. Works while the shop runs. Identify a payment by its order's number, or by its own id when
an order has several.

  list                    what needs review, oldest first
  show NUMBER             every payment and refund of an order, and its history
  accept NUMBER           accepts the held payment for the order; an excess is refunded
  refund NUMBER           refunds the held payment
      --reason TEXT
  retry REFUND            requests a refused refund again
      --bank REFERENCE    or records that this bank transfer has paid it
  close NUMBER            closes a held payment that was settled at the provider
      --reason TEXT

  --by NAME               the actor recorded in the history
  --json                  output for programs
  --help                  shows this text`

const text = { type: 'string' } as const

/** The `payment` command of `npm run shop`. */
export const run = operatorCommand({
  name: 'payment',
  usage,
  commands: paymentCommands,
  options: { reason: text, bank: text, by: text },
})
