import { expect, test } from 'vitest'
import { readDevice } from '../../src/features/device-finder/device-state.ts'

const device = { slug: 'pro-14', name: 'Pro 14', paths: { en: '/en/find-parts/pro-14', sv: '/sv/hitta-delar/pro-14' } }

test('the remembered device is read as stored, without unknown fields', () => {
  expect(readDevice({ ...device, price: 1 })).toEqual(device)
})

test.each([
  undefined,
  null,
  7,
  'text',
  [],
  {},
  { slug: 'pro-14' },
  { ...device, slug: '' },
  { ...device, name: 'x'.repeat(301) },
  { ...device, paths: null },
  { ...device, paths: { en: '/en', sv: 'https://evil.example' } },
  { ...device, paths: { en: '//evil.example', sv: '/sv' } },
  { ...device, paths: { en: '/\\evil.example', sv: '/sv' } },
  JSON.parse('{"__proto__":{"slug":"a","name":"b","paths":{"en":"/","sv":"/"}}}'),
])('%j is not a device', (stored) => expect(readDevice(stored)).toBeNull())
