import { exchangeReturn, previewExchange } from '../../../../src/server/ordering/exchanges/exchange-return.ts'
import { receiveReturn } from '../../../../src/server/ordering/returns/receive-return.ts'
import { requestReturn } from '../../../../src/server/ordering/returns/request-return.ts'
import { withdraw } from '../../../../src/server/ordering/returns/withdraw.ts'
import type { Shop } from '../../../../src/server/shop.ts'
import { confirmed, delivered } from '../../ordering/orders/parcels.ts'

/** Returned parts that pay for a dearer and for a cheaper part, and one that a lost discount makes worth nothing. */
export async function exchangedOrders(shop: Shop): Promise<void> {
  const orderId = await delivered(shop, [['RAM', 2]])
  const { id: returnId } = await requestReturn(shop, {
    orderId,
    actor: 'shopper',
    message: '',
    units: [{ position: 1, quantity: 2, reason: 'does_not_fit' }],
  })
  await receiveReturn(shop, { returnId, actor: 'operator', isRestocked: true, isRefunded: false })
  for (const sku of ['BAT', 'FAN']) {
    const exchange = {
      returnId,
      units: [{ position: 1, quantity: 1 }],
      items: [{ sku, quantity: 1 }],
      isDeliveryFree: true,
    }
    const { preview, owed } = await previewExchange(shop, exchange)
    const actor = { staffId: null, name: 'operator', address: 'command' }
    await exchangeReturn(shop, exchange, { actor, key: `exchange for ${sku}`, seen: preview.seen, owed })
  }
  const wanted = [
    ['FAN', 1],
    ['BAT', 2],
  ] as const
  const kept = await confirmed(shop, wanted, { coupons: ['MIN1000'] })
  await withdraw(shop, { orderId: kept, actor: 'shopper', name: 'Anna', units: [{ position: 1, quantity: 1 }] })
}
