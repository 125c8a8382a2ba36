import { describe, expect, test } from 'vitest'
import { parseEnv } from '../../../../../src/server/platform/env.ts'
import { isInternal } from '../../../../../src/server/platform/http/server/internal-addresses.ts'

const shopWith = (addresses: string) => ({ env: parseEnv({ INTERNAL_ADDRESSES: addresses }) })
const shop = shopWith('192.0.2.7, 10.0.0.0/8,2001:db8:1::/48 , 2001:db8::7')

describe('spec 6: the internal marker', () => {
  test.each([
    '192.0.2.7',
    '10.0.0.0',
    '10.255.255.255',
    '::ffff:10.1.2.3',
    '::ffff:192.0.2.7',
    '2001:db8:1::',
    '2001:DB8:1:ffff::1',
    '2001:db8::7',
    '2001:db8::7%eth0',
  ])('spec 7: %s is internal', (address) => expect(isInternal(shop, address)).toBe(true))

  test.each([
    '192.0.2.8',
    '11.0.0.0',
    '9.255.255.255',
    '::ffff:11.0.0.1',
    '2001:db8:2::',
    '2001:db8::8',
    '::1',
    '',
    'localhost',
    '10.0.0.1, 8.8.8.8',
    '10.0.0.1:80',
    '010.0.0.1',
  ])('spec 7: "%s" is not', (address) => expect(isInternal(shop, address)).toBe(false))

  test('no address is internal when nothing is set', () => {
    for (const address of ['127.0.0.1', '::1', '0.0.0.0'])
      expect(isInternal({ env: parseEnv({}) }, address)).toBe(false)
  })

  test.each([
    'office',
    '10.0.0.0/33',
    '2001:db8::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0',
    '10.0.0.1 10.0.0.2',
    'fe80::1%eth0',
    '10.0.0.0/-1',
  ])('a list with "%s" stops the start', (part) =>
    expect(() => shopWith(`10.0.0.1, ${part}`)).toThrow('INTERNAL_ADDRESSES must be addresses or networks such as'),
  )
})
