import { expect, test } from 'vitest'
import { unbrokenAmounts, unbrokenParts } from '../../src/i18n/unbroken-amounts.ts'

const shown = (text: string) => unbrokenAmounts(text).replaceAll('\u00a0', '_')

test('numbers stay with their units, and with the sign of several of them', () => {
  expect(shown('Corsair Vengeance 32 GB (2 × 16 GB), DDR5, 6000 MT/s')).toBe(
    'Corsair Vengeance 32_GB (2_×_16_GB), DDR5, 6000_MT/s',
  )
  expect(shown('Intel D3-S4520, 7,68 TB, 2,5 tum')).toBe('Intel D3-S4520, 7,68_TB, 2,5_tum')
  expect(shown('SSD M.2 2280 NVMe, 7 200 MB/s')).toBe('SSD M.2 2280 NVMe, 7_200_MB/s')
  expect(shown('Presentkort 1 000 kr')).toBe('Presentkort 1_000_kr')
  expect(shown('be quiet! Pure Power 12 M, 850 W')).toBe('be quiet! Pure Power 12 M, 850_W')
})

test('codes of a few letters are whole, and the rest of a compound may stand on the next line', () => {
  expect(unbrokenParts('USB-C-laddare 65 W till Nordbok NBP14-G3')).toEqual([
    '',
    'USB-C',
    '-laddare 65\u00a0W till Nordbok ',
    'NBP14-G3',
    '',
  ])
  expect(unbrokenParts('Wi-Fi-kort, 14-tums skärm')).toEqual(['Wi-Fi-kort, 14-tums skärm'])
  expect(unbrokenParts('Tangentbord KB-10005-SWISS till Pro 14 G1–G3, en e-postadress')).toEqual([
    'Tangentbord ',
    'KB-10005-SWISS',
    ' till Pro 14 ',
    'G1–G3',
    ', en ',
    'e-postadress',
    '',
  ])
})

test('words after a number that only begin as a unit do may stand on the next line', () => {
  expect(shown('Arctic F12 mAx, Model 5 Grey, RTX 4070 Gaming, 7 Watch')).toBe(
    'Arctic F12 mAx, Model 5 Grey, RTX 4070 Gaming, 7 Watch',
  )
})
