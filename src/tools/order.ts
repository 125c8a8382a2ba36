import { operatorCommand } from './operator-command.ts'
import { orderCommands } from './order/commands.ts'

const usage = `Usage: npm run shop -- order <command> [options]

Orders after the purchase. It works while the shop runs; mails and payments follow within seconds. An order is named by
its number, a line by its article number or its place in the order: "SKU=2" or "1=2" are two pieces.

  list                          the newest orders
      --status STATUS --email ADDRESS --held --limit N
  show NUMBER                   an order with its lines, parcels, money, returns, documents and history
  release NUMBER                lets an order that waits for a person go on
  process NUMBER                it is being packed
  ship NUMBER [LINE=PIECES …]   a parcel with those pieces, or with everything that is left
      --carrier NAME --tracking NUMBER
  deliver NUMBER                it has come
      --parcel TRACKING           one parcel of several
  cancel NUMBER                 calls it off before anything was sent, and pays back
      --reason TEXT
  refund NUMBER LINE=PIECES …   pays back pieces; those that were not sent leave the order
      --all                       everything that is left
      --delivery                  the delivery too, or alone
      --reason TEXT --key KEY     the same key twice is one refund
  return list                   returns, the newest first
      --status requested|partly_received|received|refunded|called_off
  return receive RETURN [LINE=PIECES …]
                                takes in a box, all that is still awaited unless told
      --no-restock                it cannot be sold again
      --no-refund                 the money waits for "order refund"
      --delivery                  pays back the delivery too
  return call-off RETURN        it, or the rest of it, will not come
  document NUMBER invoice|receipt|credit_note
      --number NUMBER             which credit note, the newest unless told
      --lang en|sv --out FILE     FILE is the document's number and .pdf unless told

  --by NAME                     who does it, for the history
  --json                        for programs
  --help                        shows this text`

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

/** The `order` command of `npm run shop`. */
export const run = operatorCommand({
  name: 'order',
  usage,
  commands: orderCommands,
  options: {
    status: text,
    email: text,
    limit: text,
    carrier: text,
    tracking: text,
    parcel: text,
    reason: text,
    key: text,
    number: text,
    lang: text,
    out: text,
    by: text,
    held: flag,
    all: flag,
    delivery: flag,
    restock: flag,
    refund: flag,
  },
})
