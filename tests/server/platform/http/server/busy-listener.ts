import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { workerData } from 'node:worker_threads'
import { listen } from '../../../../../src/server/platform/http/server/listen.ts'

/** A server that writes its port to the first number, and whose event loop is busy until the second is not 0. */
const shared = new Int32Array(workerData as SharedArrayBuffer)
const server = createServer((_, res) => res.end('served'))
await listen(server, { HOST: '127.0.0.1', PORT: 0 })
Atomics.store(shared, 0, (server.address() as AddressInfo).port)
Atomics.wait(shared, 1, 0)
