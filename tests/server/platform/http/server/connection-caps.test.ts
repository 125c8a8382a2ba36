import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { expect, test } from 'vitest'
import { capConnections } from '../../../../../src/server/platform/http/server/connection-caps.ts'

class Client extends EventEmitter {
  isRefused = false
  readonly remoteAddress: string
  constructor(remoteAddress: string) {
    super()
    this.remoteAddress = remoteAddress
  }
  end(): void {
    this.isRefused = true
  }
}

function cappedServer(): (address: string) => Client {
  const server = Object.assign(new EventEmitter(), { setTimeout: () => {} })
  const limits = { CONNECTIONS: 100, CONNECTIONS_PER_NETWORK: 3, TRUST_PROXY_HOPS: 0 }
  capConnections(server as unknown as Server, limits)
  return (address) => {
    const client = new Client(address)
    server.emit('connection', client)
    return client
  }
}

test('the IPv6 networks of one site together have the connections of two', () => {
  const connect = cappedServer()
  const clients = Array.from({ length: 10 }, (_, at) => connect(`2001:db8:1:${at}::1`))
  expect(clients.map(({ isRefused }) => isRefused)).toEqual([...Array(6).fill(false), ...Array(4).fill(true)])
  expect(connect('2001:db8:2::1').isRefused).toBe(false)
  for (const client of clients.slice(0, 6)) client.emit('close')
  const again = Array.from({ length: 4 }, () => connect('2001:db8:1:9::1'))
  expect(again.map(({ isRefused }) => isRefused)).toEqual([false, false, false, true])
})
