import { expect, test } from 'vitest'
import { localAddress } from '../../src/i18n/address-texts.ts'

test.each([
  [
    'Delverk AB, Reservgatan 1, 415 02 Göteborg, Sweden, safety@delverk.example',
    'Delverk AB, Reservgatan 1, 415 02 Göteborg, Sverige, safety@delverk.example',
  ],
  [
    'Vireo Devices Europe B.V., Zuidas 210, Amsterdam, Netherlands',
    'Vireo Devices Europe B.V., Zuidas 210, Amsterdam, Nederländerna',
  ],
  ['Sweden Street 1, Dublin', 'Sweden Street 1, Dublin'],
  ['', ''],
])('the address "%s" names its country in the reader’s language', (address, swedish) =>
  expect([localAddress(address, 'en'), localAddress(address, 'sv')]).toEqual([address, swedish]),
)
