import {
  ReceiveReturn,
  type ApiReturn,
  type ChangedApiReturn,
  type ListReturns,
  type ReadReturn,
} from '../../contracts/calls/api-returns.ts'
import type { Contract } from '../../contracts/calls/contract.ts'
import { OrderError } from '../ordering/orders/order-error.ts'
import { orderById, orderLineRows } from '../ordering/orders/queries.ts'
import { returnById, returnByNumber, returnLineRows, type ReturnRow } from '../ordering/orders/return-queries.ts'
import { receiveReturn } from '../ordering/returns/receive-return.ts'
import type { Queryable } from '../platform/db/tables.ts'
import { requireScope, type ApiRequest } from './api-endpoint.ts'
import { changeOnce } from './change-once.ts'
import { returnsAfter } from './list-queries.ts'

const usualPage = 50

export async function listReturns({ shop, query }: ApiRequest<typeof ListReturns>) {
  const size = query.limit === undefined ? usualPage : Number(query.limit)
  const rows = await returnsAfter(shop.db, { after: query.cursor ?? '', status: query.status }, size)
  const last = rows.length === size ? rows.at(-1) : undefined
  return { returns: rows.map(({ id: _id, ...each }) => each), next_cursor: last?.id ?? null }
}

export async function readReturn(request: ApiRequest<typeof ReadReturn>): Promise<ApiReturn> {
  return wholeReturn(request.shop.db, await requestedReturn(request))
}

/** Notes a returned parcel; a refund needs its own scope, because it pays money back. */
export async function receiveReturnOnce(request: ApiRequest<typeof ReceiveReturn>): Promise<ChangedApiReturn> {
  const { db } = request.shop
  const { units, restock, refund } = request.body
  if (refund) requireScope(request.key, 'returns.refund')
  const row = await requestedReturn(request)
  return changeOnce(request, {
    action: {
      operation: 'returns.receive',
      subject: { kind: 'return', id: row.id, label: row.number },
      fields: async (trx) => ({
        status: (await returnById(trx, row.id))?.status,
        lines: (await returnLineRows(trx, row.id)).map((line) => [line.received, line.restocked, line.refunded]),
      }),
    },
    run: (shop, actor) =>
      receiveReturn(shop, {
        returnId: row.id,
        actor,
        isRestocked: restock,
        isRefunded: refund,
        ...(units && { units }),
      }),
    answer: async () => {
      const now = await wholeReturn(db, (await returnById(db, row.id)) ?? row)
      return request.key.scopes.has('returns.read') ? now : goodsOf(now)
    },
    schema: ReceiveReturn.response,
  })
}

async function requestedReturn<C extends Contract>({ shop, call }: ApiRequest<C>): Promise<ReturnRow> {
  const row = await returnByNumber(shop.db, (call.params['number'] ?? '').slice(0, 40))
  if (!row) throw new OrderError('return_unknown', 'There is no return of this number.')
  return row
}

async function wholeReturn(db: Queryable, row: ReturnRow): Promise<ApiReturn> {
  const order = await orderById(db, row.order_id)
  const lines = await orderLineRows(db, row.order_id)
  return {
    number: row.number,
    order_number: order?.number ?? '',
    kind: row.kind,
    status: row.status,
    requested_at: row.requested_at,
    received_at: row.received_at,
    message: row.message,
    lines: (await returnLineRows(db, row.id)).map((each) => ({
      position: each.position,
      sku: lines.find(({ position }) => position === each.position)?.sku ?? '',
      quantity: each.quantity,
      reason: each.reason,
      received: each.received,
      restocked: each.restocked,
      refunded: each.refunded,
    })),
  }
}

/** What a key without the scope `returns.read` gets of a return that it has received. */
function goodsOf({ number, status, received_at, lines }: ApiReturn): ChangedApiReturn {
  return { number, status, received_at, lines: lines.map(({ reason: _reason, ...line }) => line) }
}
