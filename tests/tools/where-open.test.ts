import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { parseEnv } from '../../src/server/platform/env.ts'
import { withFreePort } from '../../src/server/platform/http/server/free-port.ts'
import { whereOpen } from '../../src/tools/where-open.ts'

const found = (settings: Record<string, string>) => whereOpen(parseEnv(settings))

test.each([
  [{}, 'http://127.0.0.1:4321'],
  [{ PORT: '4400' }, 'http://127.0.0.1:4400'],
  [{ ORIGIN: 'http://localhost:4321' }, 'http://localhost:4321'],
  [{ HOST: '0.0.0.0' }, 'http://localhost:4321'],
  [{ HOST: '::1' }, 'http://[::1]:4321'],
  [{ HOST: '0.0.0.0', ORIGIN: 'http://127.0.0.1:4321' }, 'http://127.0.0.1:4321'],
  [{ PORT: '80', ORIGIN: 'http://127.0.0.1' }, 'http://127.0.0.1'],
])('with %j a start shows %s and nothing else', (settings, address) =>
  expect(found(settings)).toEqual({ address, lines: [] }),
)

test.each([
  [{ PORT: '4400', ORIGIN: 'http://127.0.0.1:4321' }, 'http://127.0.0.1:4400'],
  [{ PORT: '4400', HOST: '::', ORIGIN: 'http://localhost:4321' }, 'http://localhost:4400'],
  [{ HOST: '127.0.0.2', ORIGIN: 'http://127.0.0.1:4321' }, 'http://127.0.0.2:4321'],
  [{ ORIGIN: 'http://localhost' }, 'http://127.0.0.1:4321'],
])('with %j a start shows %s, where the shop listens, and names ORIGIN', (settings, address) =>
  expect(found(settings)).toEqual({ address, lines: [expect.stringContaining(`${settings.ORIGIN} (ORIGIN)`)] }),
)

test.each(['https://shop.example', 'http://192.0.2.7', 'http://127.0.0.1.shop.example', 'https://localhost'])(
  '%s may be led to the shop by a proxy: the start says where that has to lead',
  (ORIGIN) =>
    expect(found({ ORIGIN, PORT: '4400' })).toEqual({
      address: ORIGIN,
      lines: [`Listens on http://127.0.0.1:4400, to which ${ORIGIN} has to lead.`],
    }),
)

test('the address that is shown answers', async () => {
  const server = createServer((_, res) => res.end('open')).listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { address } = found({ PORT: String(port), ORIGIN: `http://127.0.0.1:${port === 4321 ? 4322 : 4321}` })
    expect(await (await fetch(address)).text()).toBe('open')
  } finally {
    server.close()
  }
})

test('with PORT=0 a start shows the port that it has got, and links have it', async () => {
  vi.stubEnv('PORT', '0')
  vi.stubEnv('HOST', '127.0.0.1')
  vi.stubEnv('ORIGIN', undefined)
  const env = await withFreePort(parseEnv({ PORT: '0' }))
  expect(env.PORT).toBeGreaterThan(1023)
  expect(env.ORIGIN).toBe(`http://127.0.0.1:${env.PORT}`)
  expect(whereOpen(env)).toEqual({ address: env.ORIGIN, lines: [] })
  // Workers inherit it, and a port that is set stays.
  expect(process.env['PORT']).toBe(String(env.PORT))
  expect(await withFreePort(env)).toBe(env)
})

afterEach(() => void vi.unstubAllEnvs())
