import { expect, test } from 'vitest'
import { AddressError, PublicAddresses, type Resolve } from '../../../src/server/platform/public-addresses.ts'
import { checkWebhookUrl, webhookPost } from '../../../src/server/platform/webhooks/post-webhook.ts'
import { answerWith, receiver } from './receiver.ts'

test('only https to the internet is accepted, and http to this machine in development', () => {
  const refused = [
    '',
    'none',
    'http://shop.example/',
    'ftp://shop.example/',
    'file:///etc/passwd',
    'https://user:word@shop.example/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::ffff:0:10.0.0.1]/',
    'https://[fd00::1]/',
    `https://shop.example/${'x'.repeat(600)}`,
  ]
  for (const address of refused)
    for (const isLocalAllowed of [true, false])
      expect(() => checkWebhookUrl(address, isLocalAllowed), address).toThrow(AddressError)
  expect(checkWebhookUrl('https://hooks.example/a?b=c', false).isLocal).toBe(false)
  expect(checkWebhookUrl('http://127.0.0.1:9/', true).isLocal).toBe(true)
  for (const address of ['http://127.0.0.1:9/', 'http://localhost/', 'http://10.0.0.1/', 'http://127.0.0.1.nip.io/'])
    expect(() => checkWebhookUrl(address, false), address).toThrow(AddressError)
  expect(() => checkWebhookUrl('http://192.168.0.1/', true)).toThrow(AddressError)
})

test('a name that leads to a private address, be it only the second time, is not connected to', async () => {
  await using inside = await receiver(answerWith(200))
  const { port } = new URL(inside.url)
  const answers = [['203.0.114.7'], ['127.0.0.1']]
  let asked = 0
  const resolve: Resolve = (_host, _options, callback) => {
    const addresses = answers[Math.min(asked, answers.length - 1)] ?? []
    asked += 1
    callback(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    )
  }
  const addresses = new PublicAddresses({ resolve })
  const post = webhookPost({ isLocalAllowed: true, timeoutMs: 400, addresses })
  const url = `https://rebound.example:${port}/`
  const first = await post(url, {}, '{}')
  expect([first.status, asked]).toEqual([null, 1])
  const second = await post(url, {}, '{}')
  expect([second.status, second.said]).toEqual([null, 'its address is not a public one'])
  const mixed = webhookPost({
    isLocalAllowed: true,
    addresses: new PublicAddresses({
      resolve: (_host, _options, callback) =>
        callback(null, [
          { address: '203.0.114.7', family: 4 },
          { address: '10.0.0.1', family: 4 },
        ]),
    }),
  })
  expect((await mixed(url, {}, '{}')).said).toBe('its address is not a public one')
  expect(inside.got).toEqual([])
})
