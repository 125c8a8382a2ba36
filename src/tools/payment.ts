import { operatorCommand } from './operator-command.ts'
import { paymentCommands } from './payment/commands.ts'

const usage = `Usage: npm run shop -- payment <command> [options]

Payments that need a person: money that was held because no order waited for it or the amount was wrong, and refunds
that a provider refused. It works while the shop runs. A payment is named by its order's number, or by its own id where
an order has several.

  list                    what waits, the oldest first
  show NUMBER             every payment and refund of an order, and its history
  accept NUMBER           the held payment pays the order after all; too much goes back
  refund NUMBER           gives the held payment back
      --reason TEXT
  retry REFUND            asks the provider once more for a refund that it refused
  close NUMBER            a held payment that was settled at the provider itself
      --reason TEXT

  --by NAME               who does it, for the history
  --json                  for programs
  --help                  shows this text`

const text = { type: 'string' } as const

/** The `payment` command of `npm run shop`. */
export const run = operatorCommand({
  name: 'payment',
  usage,
  commands: paymentCommands,
  options: { reason: text, by: text },
})
