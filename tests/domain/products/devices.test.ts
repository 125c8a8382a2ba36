import { expect, test } from 'vitest'
import { deviceName, deviceNames, plainDeviceText } from '../../../src/domain/products/devices.ts'

const latitude = { brand: 'Dell', series: 'Latitude', model: '7490' }

test('a device name has maker, series and model, each once', () => {
  expect(deviceName(latitude)).toBe('Dell Latitude 7490')
  expect(deviceName({ brand: 'Nordbok', series: 'Pro 14', model: 'Pro 14 G3' })).toBe('Nordbok Pro 14 G3')
})

test('is found by its name from each word on and its type numbers from each part on, from three characters', () => {
  expect(deviceNames({ ...latitude, type_numbers: 'P73G, 24K3-1111.AB' })).toEqual([
    'DELLLATITUDE7490',
    'LATITUDE7490',
    '7490',
    'P73G',
    '24K31111AB',
    '1111AB',
  ])
  expect(deviceNames({ brand: '', series: '', model: 'x', type_numbers: '' })).toEqual([])
})

test.each([
  ['nbp14.g3', 'NBP14G3'],
  [' 24k3 - 1111 ', '24K31111'],
  ['ｐ７３ｇ', 'P73G'],
  ['!?', ''],
  ['\0', ''],
])('"%s" is normalized to %s', (text, plain) => {
  expect(plainDeviceText(text)).toBe(plain)
})

test('all names of a device are normalized, short and unique', () => {
  for (const text of ['x y '.repeat(60), '𐌰𐌱-'.repeat(60), '\ud800\0"', '---', 'İİ ﷺ', 'a,b;c d']) {
    const names = deviceNames({ brand: text, series: text, model: text, type_numbers: text })
    expect(new Set(names).size).toBe(names.length)
    for (const name of names)
      expect([name.length >= 3, name.length <= 64, /[\s\-\0"]/.test(name)], text).toEqual([true, true, false])
  }
})
