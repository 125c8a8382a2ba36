import { operatorCommand } from '../operator-command.ts'
import { orderCommands } from './order/commands.ts'

const usage = `Usage: npm run shop -- order <command> [options]

Orders after the purchase. Works while the shop runs; mails and payments follow within seconds. Identify an order by
its number, and a line by its SKU or its position: "SKU=2" or "1=2" means two units.

  list                          the newest orders
      --status STATUS --email ADDRESS --held --limit N
  show NUMBER                   an order with its lines, parcels, money, returns, documents and history
  hold NUMBER                   puts an order on hold: it is not packed or shipped until it is released
      --reason TEXT               why; it stays in the history
  release NUMBER                releases an order that is on hold
  process NUMBER                marks the order as being packed
  ship NUMBER [LINE=QTY …]   ships these units, or everything that is left, as one parcel
      --carrier NAME --tracking NUMBER
  deliver NUMBER                marks the order as delivered
      --parcel TRACKING           only this parcel
  edit NUMBER [LINE=QTY …]      changes what is not shipped of an order; LINE=0 removes the line
      --add SKU=QTY,SKU=QTY       adds parts at today's prices
      --name --organization --street --street2 --postal-code --city --country --phone TEXT
      --method ID --point ID      another delivery method, or service point
      --dry-run                   only says what it would cost
  cancel NUMBER                 cancels the order before anything is shipped, and refunds it
      --reason TEXT
  refund NUMBER LINE=QTY …   refunds units; units not shipped are removed from the order
      --all                       everything that is left
      --delivery                  the delivery too, or only the delivery
      --reason TEXT --key KEY     repeating a key does not refund twice
  credit NUMBER AMOUNT --reason TEXT
                                takes an amount with VAT off the price, though nothing comes back
      --key KEY                   repeating a key does not credit twice
  return list                   returns, newest first
      --status requested|partly_received|received|refunded|called_off
  return receive RETURN [LINE=QTY …]
                                receives a parcel (default: all outstanding units)
      --no-restock                the units cannot be sold again
      --no-refund                 without refund; use "order refund" later
      --delivery                  refunds the delivery too
  return exchange RETURN [LINE=QTY …] --add SKU=QTY,SKU=QTY
                                sends other parts instead of paying back units that came (default: all of them)
      --delivery                  charges the delivery too
      --dry-run                   only says what it would cost
  return refuse RETURN          pays nothing back for a received return; mails why
      --reason TEXT             why; the customer reads it
  return call-off RETURN        closes the return; nothing more is expected
  remind NUMBER                 mails the next reminder of an invoice that is overdue
  note NUMBER TEXT              writes a note to its history, for the shop's own people
  label NUMBER LABEL,LABEL      adds labels, by which staff sort orders and find them again
      --off                       takes them off
  document NUMBER invoice|receipt|credit_note
      --number NUMBER             which credit note, default the newest
      --lang en|sv --out FILE     default FILE: the document number with .pdf

  --by NAME                     the actor recorded in the history
  --json                        output for programs
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
    add: text,
    name: text,
    organization: text,
    street: text,
    street2: text,
    'postal-code': text,
    city: text,
    country: text,
    phone: text,
    method: text,
    point: text,
    'dry-run': flag,
    held: flag,
    off: flag,
    all: flag,
    delivery: flag,
    restock: flag,
    refund: flag,
  },
})
