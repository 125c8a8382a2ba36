import type { MakerId } from '../makers.ts'

/** Plugs of laptop chargers. */
export type Plug = 'usb_c' | 'barrel_4530' | 'barrel_5525' | 'barrel_7450' | 'slim_rectangular'

/** A series of laptops whose generations share most of their parts. */
export type LaptopSeries = {
  brand: MakerId
  name: string
  code: string
  inches: number
  generations: number
  since: number
  cells: number
  wattHours: number
  watts: number
  plug: Plug
  resolution: '1366x768' | '1920x1080' | '1920x1200' | '2560x1600' | '2880x1800'
  colour: 'black' | 'silver' | 'grey' | 'blue'
  fans: 1 | 2
  backlit: boolean
}

type Row = readonly [
  brand: MakerId,
  name: string,
  code: string,
  inches: number,
  generations: number,
  since: number,
  cells: number,
  wattHours: number,
  watts: number,
  plug: Plug,
  resolution: LaptopSeries['resolution'],
  colour: LaptopSeries['colour'],
  fans: 1 | 2,
  backlit: boolean,
]

const rows: readonly Row[] = [
  ['nordbok', 'Pro 13', 'NBP13', 13.3, 5, 2018, 4, 51, 65, 'usb_c', '1920x1080', 'grey', 1, true],
  ['nordbok', 'Pro 14', 'NBP14', 14, 6, 2017, 3, 57, 65, 'usb_c', '1920x1080', 'grey', 1, true],
  ['nordbok', 'Pro 15', 'NBP15', 15.6, 5, 2017, 3, 57, 65, 'usb_c', '1920x1080', 'grey', 1, true],
  ['nordbok', 'Air 13', 'NBA13', 13.4, 4, 2019, 4, 48, 45, 'usb_c', '1920x1200', 'silver', 1, true],
  ['nordbok', 'Studio 16', 'NBS16', 16, 4, 2020, 4, 86, 135, 'slim_rectangular', '2560x1600', 'black', 2, true],
  ['kestrel', 'Merlin 14', 'KM14', 14, 5, 2018, 3, 48, 65, 'barrel_4530', '1920x1080', 'silver', 1, false],
  ['kestrel', 'Merlin 15', 'KM15', 15.6, 6, 2016, 3, 42, 65, 'barrel_4530', '1920x1080', 'silver', 1, false],
  ['kestrel', 'Hobby 11', 'KH11', 11.6, 4, 2018, 2, 37, 45, 'barrel_4530', '1366x768', 'blue', 1, false],
  ['kestrel', 'Saker 17', 'KS17', 17.3, 4, 2019, 4, 70, 90, 'barrel_4530', '1920x1080', 'black', 2, true],
  ['halden', 'Office 14', 'HO14', 14, 6, 2016, 3, 45, 65, 'barrel_7450', '1920x1080', 'black', 1, false],
  ['halden', 'Office 15', 'HO15', 15.6, 6, 2016, 3, 45, 65, 'barrel_7450', '1920x1080', 'black', 1, false],
  ['halden', 'Edge 13', 'HE13', 13.3, 5, 2018, 4, 53, 65, 'usb_c', '1920x1200', 'silver', 1, true],
  ['halden', 'Yard 14', 'HY14', 14, 4, 2018, 3, 51, 90, 'barrel_7450', '1920x1080', 'black', 1, true],
  ['vireo', 'Lark 14', 'VL14', 14, 5, 2018, 3, 50, 65, 'usb_c', '1920x1080', 'blue', 1, true],
  ['vireo', 'Lark 15', 'VL15', 15.6, 5, 2018, 3, 50, 65, 'usb_c', '1920x1080', 'blue', 1, true],
  ['vireo', 'Wren 12', 'VW12', 12.5, 4, 2019, 2, 36, 45, 'usb_c', '1920x1080', 'silver', 1, true],
  ['vireo', 'Finch 16', 'VF16', 16, 4, 2020, 4, 76, 100, 'usb_c', '2560x1600', 'grey', 2, true],
  ['tamarack', 'T4', 'TT4', 14, 6, 2016, 3, 52, 65, 'slim_rectangular', '1920x1080', 'black', 1, true],
  ['tamarack', 'T5', 'TT5', 15.6, 5, 2017, 3, 57, 65, 'slim_rectangular', '1920x1080', 'black', 1, true],
  ['tamarack', 'X3', 'TX3', 13.3, 5, 2018, 4, 49, 65, 'usb_c', '1920x1200', 'black', 1, true],
  ['tamarack', 'W7', 'TW7', 17.3, 4, 2018, 6, 94, 230, 'slim_rectangular', '2560x1600', 'black', 2, true],
  ['solvik', 'Linje 14', 'SL14', 14, 5, 2018, 2, 40, 45, 'barrel_5525', '1920x1080', 'silver', 1, false],
  ['solvik', 'Kontur 15', 'SK15', 15.6, 5, 2017, 2, 38, 65, 'barrel_5525', '1920x1080', 'grey', 1, false],
  ['solvik', 'Rapid 16', 'SR16', 16, 4, 2020, 4, 80, 180, 'barrel_5525', '2560x1600', 'black', 2, true],
  ['solvik', 'Rapid 17', 'SR17', 17.3, 4, 2019, 4, 80, 230, 'barrel_5525', '1920x1080', 'black', 2, true],
]

export const laptopSeries: readonly LaptopSeries[] = rows.map(
  ([
    brand,
    name,
    code,
    inches,
    generations,
    since,
    cells,
    wattHours,
    watts,
    plug,
    resolution,
    colour,
    fans,
    backlit,
  ]) => ({
    brand,
    name,
    code,
    inches,
    generations,
    since,
    cells,
    wattHours,
    watts,
    plug,
    resolution,
    colour,
    fans,
    backlit,
  }),
)

/** A series of phones, tablets, printers or desktop computers. */
export type OtherSeries = {
  sort: 'phone' | 'tablet' | 'printer' | 'desktop'
  brand: MakerId
  name: string
  code: string
  first: number
  count: number
  inches: number
}

export const otherSeries: readonly OtherSeries[] = [
  { sort: 'phone', brand: 'lumora', name: 'One', code: 'LM1', first: 5, count: 5, inches: 6.1 },
  { sort: 'phone', brand: 'lumora', name: 'Mini', code: 'LMM', first: 3, count: 4, inches: 5.4 },
  { sort: 'phone', brand: 'lumora', name: 'Max', code: 'LMX', first: 5, count: 5, inches: 6.7 },
  { sort: 'phone', brand: 'pelago', name: 'Sund', code: 'PSD', first: 1, count: 5, inches: 6.3 },
  { sort: 'phone', brand: 'pelago', name: 'Vik', code: 'PVK', first: 1, count: 5, inches: 6.5 },
  { sort: 'tablet', brand: 'lumora', name: 'Tab 10', code: 'LT10', first: 1, count: 4, inches: 10.4 },
  { sort: 'tablet', brand: 'lumora', name: 'Tab 12', code: 'LT12', first: 1, count: 3, inches: 12.2 },
  { sort: 'tablet', brand: 'pelago', name: 'Brygga 11', code: 'PB11', first: 1, count: 4, inches: 11 },
  { sort: 'printer', brand: 'typera', name: 'LP 200', code: 'TLP2', first: 210, count: 5, inches: 0 },
  { sort: 'printer', brand: 'typera', name: 'LP 400', code: 'TLP4', first: 410, count: 5, inches: 0 },
  { sort: 'printer', brand: 'ordvik', name: 'Kontor', code: 'OK', first: 30, count: 5, inches: 0 },
  { sort: 'printer', brand: 'ordvik', name: 'Hem', code: 'OH', first: 10, count: 4, inches: 0 },
  { sort: 'desktop', brand: 'halden', name: 'Tower', code: 'HT', first: 3, count: 5, inches: 0 },
  { sort: 'desktop', brand: 'tamarack', name: 'Mini', code: 'TM', first: 2, count: 4, inches: 0 },
  { sort: 'desktop', brand: 'nordbok', name: 'Bas', code: 'NBB', first: 1, count: 4, inches: 0 },
]
