/**
 * A worker of a shop with several workers: everything that the built program has, but for the pages. A few requests
 * stand for those.
 */
import { flushCompileCache } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import { serve, type Render } from '../../../src/serve.ts'
import { publish } from '../../../src/server/content/publish.ts'
import { saveWidget } from '../../../src/server/content/save-widget.ts'
import { storeCart } from '../../../src/server/ordering/cart/store-cart.ts'
import { isBootError } from '../../../src/server/platform/boot-error.ts'
import { parseEnv } from '../../../src/server/platform/env.ts'
import type { Shop } from '../../../src/server/shop.ts'
import { layoutContent } from '../../../src/server/storefront/layout-content.ts'
import { defaultContext } from '../../support/default-context.ts'
import '../../support/tsx-in-node.ts'
import { formOfGuest, guest, openCheckout, sendCheckout } from '../ordering/checkout/visit-checkout.ts'

type Answer = (shop: Shop, query: URLSearchParams, clientAddress: string) => Promise<unknown>

const message = { kind: 'widget', id: 'store-message', language: 'sv' } as const
const answers: Readonly<Record<string, Answer>> = {
  '/test/pid': async () => process.pid,
  '/test/wait': async (_, query) => delay(Number(query.get('ms')), process.pid),
  '/test/jobs': (shop) => shop.jobs.list(),
  '/test/take': async (shop, query, address) => {
    const limit = query.get('limit') === 'trackOrder' ? shop.limits.trackOrder : shop.limits.clientErrors
    return limit.take(address)
  },
  '/test/message': async (shop, query) => {
    const editing = { db: shop.db, now: shop.now, by: 'test', invalidate: shop.invalidate }
    await saveWidget(editing, message, { html: query.get('html') ?? '' })
    await publish(editing, message)
    return process.pid
  },
  '/test/order': async (shop) => {
    const items = [
      { sku: 'ODD-PRICE', quantity: 2 },
      { sku: 'KIT', quantity: 0 },
      { sku: 'SCREW-11', quantity: 1 },
    ]
    const id = await storeCart(shop, defaultContext('sv'), { checkoutId: null, items, coupons: ['TEN'] })
    const shown = await openCheckout(shop, 'sv', id)
    const seen = shown.kind === 'page' ? shown.page.seen : ''
    const answer = await sendCheckout(shop, 'sv', id, { ...formOfGuest, seen }, guest)
    return { id, path: answer.kind === 'go' ? answer.path : answer.kind }
  },
}

/** The home page stands for every page of the cache: it shows the message above the menu. */
const shared = { 'CDN-Cache-Control': 'max-age=600', 'Cache-Tag': 'layout,content:widget:store-message' }

const render: Render = async (request, { locals: { shop }, clientAddress }) => {
  const { pathname, searchParams } = new URL(request.url)
  if (pathname === '/sv') {
    const { content } = await layoutContent(shop, defaultContext('sv'))
    return Response.json({ pid: process.pid, text: content.widgets['store-message'].content }, { headers: shared })
  }
  const answer = answers[pathname]
  if (!answer) return Response.json('nothing is here', { status: 404 })
  return Response.json(await answer(shop, searchParams, clientAddress))
}

// Node keeps compiled code for the next start only where a process is not killed.
flushCompileCache()
try {
  await serve(parseEnv(process.env), { render, clientFolder: import.meta.dirname })
} catch (error) {
  console.error(isBootError(error) ? error.message : error)
  process.exit(1)
}
