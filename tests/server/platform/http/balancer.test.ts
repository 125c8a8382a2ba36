import { expect, test } from 'vitest'
import { healthStep } from '../../../../src/server/platform/http/server/health.ts'
import { TinyBalancer } from '../../../faults/campaigns/tiny-balancer.ts'
import { serveHttp } from '../../../support/http-shop.ts'
import { ask } from '../../../support/plain-request.ts'

test('cached pages stay available behind a balancer while the database restarts', async () => {
  let fault: string | undefined
  const render = async (): Promise<Response> => {
    if (fault !== undefined) return new Response('no database', { status: 503 })
    return new Response('<h1>Fans</h1>', {
      headers: { 'Content-Type': 'text/html', 'CDN-Cache-Control': 'max-age=60', 'Cache-Tag': 'x' },
    })
  }
  const node = () => serveHttp({ render, steps: [healthStep({ isDraining: () => false, fault: async () => fault })] })
  await using first = await node()
  await using second = await node()
  for (const { ask: askNode } of [first, second]) expect((await askNode('/public/fans')).status).toBe(200)
  await using balancer = await TinyBalancer.start()
  for (const { port } of [first, second]) balancer.add(`http://127.0.0.1:${port}`)
  const through = async (path: string) => {
    await balancer.look()
    return (await ask(balancer.port, path)).status
  }
  expect([await through('/public/fans'), await through('/public/new')]).toEqual([200, 200])
  fault = 'no database'
  const cached = []
  for (let tries = 0; tries < 10; tries++) cached.push(await through('/public/fans'))
  expect(cached).toEqual(cached.map(() => 200))
  expect(await through('/public/other')).toBe(503)
  fault = undefined
  expect(await through('/public/other')).toBe(200)
})
