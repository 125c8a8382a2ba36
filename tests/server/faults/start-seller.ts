import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { DatabaseCopy } from '../../support/database-copy.ts'
import { unlimitedOrders } from '../../support/unlimited-orders.ts'
import type { SellerMessage } from './seller.ts'

/** A shop as a process, and the checkouts whose orders it has confirmed, each with the page that followed. */
export type Seller = { child: ChildProcess; acknowledged: string[]; exited: Promise<unknown> }

/** Starts a shop of these settings; resolves when it takes orders. */
export async function startSeller(env: DatabaseCopy['env']): Promise<Seller> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const variables = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    SANDBOX_PAYMENTS: '1',
    ...unlimitedOrders,
    PATH,
    NODE_COMPILE_CACHE,
    ...env,
  }
  const child = fork(new URL('./seller.ts', import.meta.url), { env: variables, execArgv: [], stdio: 'inherit' })
  const acknowledged: string[] = []
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (message: SellerMessage) => {
      if ('ready' in message) resolve()
      else acknowledged.push(`${message.checkoutId} ${message.path}`)
    })
    child.once('exit', (code) => reject(new Error(`The seller ended with ${code}.`)))
  })
  await ready
  return { child, acknowledged, exited: once(child, 'exit') }
}
