import { plainAmount } from '../../../i18n/money.ts'
import { withKnownSpelling } from '../../../server/ordering/cart/known-spelling.ts'
import { embeddedPoints } from '../../../server/ordering/delivery/embedded-points.ts'
import {
  exchangeable,
  exchangeReturn,
  previewExchange,
  type ExchangePreview,
} from '../../../server/ordering/exchanges/exchange-return.ts'
import type { ReturnRow } from '../../../server/ordering/orders/return-queries.ts'
import { newId } from '../../../server/platform/ids.ts'
import { createLog } from '../../../server/platform/log.ts'
import { ShopSettings } from '../../../server/platform/settings/shop-settings.ts'
import { isSet, textOf, type Answer, type Given, type OperatorShop, commandActor } from '../../operator-command.ts'
import { namedParts, namedUnits } from './named.ts'

const said: Readonly<Record<ExchangePreview['settlement'], string>> = {
  none: 'Nothing more is to pay.',
  more: 'the buyer is asked for by a link.',
  back: 'is paid back.',
  invoice: 'Both stand in full, as a credit and an invoice.',
}

/** `order return exchange`: sends other parts instead of the money, or with --dry-run says what that would cost. */
export async function exchange(shop: OperatorShop, row: ReturnRow, given: Given): Promise<Answer> {
  const came = [...(await exchangeable(shop.db, row))].map(([position, quantity]) => ({ position, quantity }))
  const wanted = {
    returnId: row.id,
    units: (await namedUnits(shop, row.order_id, given.words.slice(1))) ?? came.filter(({ quantity }) => quantity > 0),
    items: await withKnownSpelling(shop.db, namedParts(textOf(given, 'add') ?? '')),
    isDeliveryFree: !isSet(given, 'delivery'),
  }
  const services = {
    ...shop,
    settings: await ShopSettings.open(shop.db),
    log: createLog(shop.env),
    servicePoints: embeddedPoints,
  }
  const made = await previewExchange(services, wanted)
  const actor = commandActor(given)
  const key = textOf(given, 'key') ?? newId()
  const order = isSet(given, 'dry-run')
    ? undefined
    : await exchangeReturn(services, wanted, { actor, key, seen: made.preview.seen, owed: made.owed })
  return answerOf(row, made, order?.number)
}

function answerOf(
  { number }: ReturnRow,
  { owed, back, total, settlement, order }: ExchangePreview,
  made?: string,
): Answer {
  const money = (amount: number) => plainAmount(amount, order.currency)
  const isDifferent = settlement === 'more' || settlement === 'back'
  const setOff = back < owed ? `${money(owed - back)} of it is set off: never paid, or taken back by the bank. ` : ''
  const difference = isDifferent ? `${money(Math.abs(total - back))} ` : ''
  return {
    data: { return: number, order: made ?? null, owed, back, total, settlement },
    lines: [
      made ? `Order ${made} is sent in exchange for parts of return ${number}.` : `Return ${number} can be exchanged.`,
      `They are worth ${money(owed)}, and the new parts cost ${money(total)}. ${setOff}` +
        `${difference}${said[settlement]}`,
    ],
  }
}
