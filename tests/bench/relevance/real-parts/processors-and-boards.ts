import { ask, type Facts, type Query } from '../query.ts'
import { motherboard, processor } from './kinds.ts'

const named = (...words: readonly (string | readonly string[])[]): Facts => processor({}, { named: words })

export const processors: readonly Query[] = [
  ...ask('sv', named('i5-12400f'), 'i5 12400f', 'intel core i5-12400f'),
  ...ask('sv', named('5600x'), 'ryzen 5 5600x', 'ryzen5600x'),
  ...ask('sv', named('7800x3d'), 'ryzen 7 7800x3d'),
  ...ask('sv', named('i7-13700k'), 'i7-13700k'),
  ...ask('sv', named('5600'), 'r5 5600'),
  ...ask('sv', named('ryzen', '9'), 'ryzen 9 processor'),
  ...ask('sv', processor({ processor_cores: '8' }), 'processor 8 kärnor'),
  ...ask('sv', processor({}, { brands: ['amd'] }), 'amd processor'),
  ...ask('sv', named('i7-4790k'), 'i7 4790k'),
  ...ask('en', processor(), 'cpu', 'processors'),
  ...ask('en', named('i5-12400f'), 'i5-12400f'),
  ...ask('en', named('5600x'), '5600x'),
  ...ask('en', named('5800x3d'), 'amd 5800x3d'),
  ...ask('en', named('i9-14900k'), 'intel i9 14900k'),
  ...ask('en', named('ultra', '265k'), 'core ultra 7 265k'),
  ...ask('en', named('i3'), 'intel core i3'),
  ...ask('en', named('threadripper'), 'amd threadripper'),
  ...ask('en', named('3600'), 'ryzen 5 3600'),
  ...ask('en', named('9800x3d'), '9800 x3d'),
  ...ask('en', processor({ processor_cores: '12' }), '12 core cpu'),
  ...ask('en', named('core', 'i5', '12*'), '12th gen i5', 'i5 12th gen'),
  ...ask('en', named('core', 'i7', '11*'), '11th generation core i7'),
  ...ask('sv', named('core', 'i7', '13*'), 'intel 13:e generationen i7'),
  ...ask('sv', processor({ processor_cores: '16' }), 'processor med 16 kärnor'),
]

const board = motherboard
const boardNamed = (...words: readonly (string | readonly string[])[]): Facts => motherboard({}, { named: words })
/** Names tell which memory a board takes; no attribute does. */
const forDdr4 = { named: [['ddr4', 'd4']] }

export const motherboards: readonly Query[] = [
  ...ask('sv', board({ socket: 'AM5' }), 'am5 moderkort'),
  ...ask('sv', board({ form_factor: 'micro_atx' }, { named: ['b650*'] }), 'b650 matx'),
  ...ask('sv', board({ socket: 'LGA1700' }, forDdr4), 'lga1700 ddr4'),
  ...ask('sv', board({ socket: 'AM4', form_factor: 'atx' }), 'moderkort am4 atx'),
  ...ask('sv', board({ socket: 'AM4', form_factor: 'mini_itx' }), 'mini-itx moderkort am4'),
  ...ask('sv', board({}, { brands: ['asus'], named: ['b550*'] }), 'asus b550'),
  ...ask('sv', boardNamed('z790*', ['wifi*', 'ax']), 'z790 moderkort wifi'),
  ...ask('sv', boardNamed('x570*'), 'x570 moderkort'),
  ...ask('sv', board({}, { brands: ['msi'], named: ['tomahawk', 'b650*'] }), 'msi tomahawk b650'),
  ...ask('en', board({ socket: 'LGA1700' }), 'lga1700 motherboard', 'motherboard lga 1700'),
  ...ask('en', boardNamed('b550*'), 'b550 motherboard'),
  ...ask('en', board({ socket: 'AM4', form_factor: 'micro_atx' }), 'am4 matx motherboard'),
  ...ask('en', board({}, { brands: ['asus'], named: ['rog', 'strix', 'b550-f'] }), 'asus rog strix b550-f'),
  ...ask('en', boardNamed('x870e'), 'x870e'),
  ...ask('en', board({}, { named: ['z690*', ['ddr4', 'd4']] }), 'z690 ddr4'),
  ...ask('en', board({ socket: 'LGA1200', form_factor: 'mini_itx' }), 'lga1200 mini itx'),
  ...ask('en', board({ socket: 'AM5', form_factor: 'micro_atx' }), 'micro atx am5 motherboard'),
  ...ask('en', board({ memory_slots: '4' }), 'motherboard 4 ram slots'),
  ...ask('en', board({ memory_slots: '2', form_factor: 'atx' }), 'atx motherboards 2 ram slots'),
  ...ask('sv', board({ socket: 'LGA1700' }), 'moderkort socket 1700'),
]
