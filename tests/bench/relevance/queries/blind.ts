import { ask, type Facts, type Query, type Wanted } from '../query.ts'
import { fitting, having, kinds } from './kinds.ts'

const one = (...skus: string[]): Wanted => ({ skus })
const any = (kind: string, attributes: Facts['attributes'] & object = {}, more: Facts = {}): Wanted => ({
  kinds: [kind],
  attributes,
  ...more,
})
const usbC = (power: string | readonly string[]): Wanted => having(kinds.laptopCharger, { power, plug: 'usb_c' })

/** Queries of somebody who had neither tuned the search nor seen the others, written before the search was asked. */
export const blind: readonly Query[] = [
  ...ask('sv', fitting(kinds.laptopScreen, 'nordbok-pro-14-g5'), 'skärmen är sprucken på min nordbok pro 14 g5'),
  ...ask('sv', fitting(kinds.laptopBattery, 'tamarack-t4-*'), 'batterie till tamarack t4'),
  ...ask('sv', usbC('65 W'), 'laddare usbc 65w'),
  ...ask('sv', fitting(kinds.laptopCharger, 'kestrel-merlin-15-*'), 'laddaren passar inte kestrel merlin 15'),
  ...ask('sv', fitting(kinds.laptopKeyboard, 'vireo-lark-14-g2'), 'svenskt tangentbord vireo lark 14 g2'),
  ...ask('sv', fitting(kinds.laptopFan, 'halden-yard-14-*'), 'flakt halden yard14'),
  ...ask('sv', any('so-dimm-ddr4', { capacity_gb: '16 GB' }), 'laptopminne ddr4 16gb'),
  ...ask(
    'sv',
    any('desktop-memory', { memory_type: 'DDR5', memory_speed: '5600 MT/s', capacity_gb: '32 GB' }),
    'ram minne 32gb ddr5 5600 stationär',
  ),
  ...ask(
    'sv',
    any('network-cables', { cable_class: 'cat6a', colour: 'black', length: '3 m' }),
    'nätverkskabel cat6a 3m svart',
  ),
  ...ask('sv', any('thermal-paste', {}, { kinds: ['thermal-paste', 'thermal-pads'] }), 'kylpasta eller kylpads'),
  ...ask('sv', one('TL-10007'), 'torxmejsel t5'),
  ...ask('sv', one('CO-10022'), 'skruvar m2x3'),
  ...ask('sv', any('small-batteries', {}, { named: ['cr2032'] }), 'cr2032 batteri'),
  ...ask('sv', one('SC-10035'), 'art nr SC-1OO35'),
  ...ask(
    'sv',
    { ...any('mice', { wireless: 'yes' }), without: [{ attributes: { colour: 'black' } }] },
    'mus trådlös inte svart',
  ),
  ...ask('sv', fitting(kinds.phoneScreen, 'lumora-one-8'), 'byta skärm på lumora one 8'),
  ...ask('sv', fitting(kinds.phoneBattery, 'lumora-mini-4'), 'batteri lumora mini4'),
  ...ask('sv', 'nothing', 'tvättmaskin'),
  ...ask(
    'en',
    { ...having(kinds.laptopCharger, { plug: 'usb_c' }), limits: { power: { from: 100 } } },
    'usb c charger at least 100w',
  ),
  ...ask(
    'en',
    having(kinds.laptopCharger, { power: '65 W', plug: 'usb_c', condition: 'new_compatible' }),
    '65 watt usb-c power adapter not original',
  ),
  ...ask('en', one('RM-10032'), '2x16gb ddr4 3200'),
  ...ask(
    'en',
    any('tablet-screens', {}, { devices: ['lumora-tab-10-gen-3'], named: ['touch glass'] }),
    'lumora tab 10 gen 3 digitizer',
  ),
  ...ask('en', one('TL-10016'), 'heat pad to open phone'),
  ...ask('en', fitting(kinds.laptopScreen, 'kestrel-merlin-15-g2'), 'replacement screen for kestrel merlin 15 g2'),
  ...ask('en', fitting(kinds.laptopBattery, 'nordbok-pro-13-*'), 'nordbock pro 13 battery'),
  ...ask('en', fitting(kinds.touchpad, 'vireo-finch-16-*'), 'trackpad for vireo finch'),
  ...ask('en', fitting(kinds.hinge, 'solvik-kontur-15-g3'), 'loose hinge solvik kontur 15 g3'),
  ...ask('en', fitting(kinds.laptopFan, 'nordbok-air-13-g1'), 'fan noise nordbok air 13 g1'),
  ...ask('en', fitting(kinds.laptopBattery, 'nordbok-pro-13-g1'), '26P7-7627 battery'),
  ...ask('en', any('toner-and-ink', {}, { devices: ['typera-lp-470'], named: ['magenta'] }), 'magenta toner lp470'),
  ...ask('en', fitting(kinds.phoneScreen, 'pelago-sund-5'), 'pelago sund 5 cracked screen'),
  ...ask('en', { number: 'KR797229-B' }, 'P/N KR797229-B'),
  ...ask('en', { number: 'DV-1690-38' }, 'DV 1690 38'),
  ...ask('en', { number: 'VI-925.206' }, 'part#: VI925206'),
  ...ask('en', 'nothing', 'garden hose'),
]
