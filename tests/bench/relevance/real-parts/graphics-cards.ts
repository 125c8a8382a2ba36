import { ask, type Facts, type Query } from '../query.ts'
import { graphicsCard } from './kinds.ts'

/** Cards with one of these chips: a 4070 Ti is another card than a 4070. */
const chip = (name: string | readonly string[], gigabytes?: string, more: Facts = {}): Facts =>
  graphicsCard({ graphics_chip: name, ...(gigabytes ? { video_memory: `${gigabytes} GB` } : {}) }, more)

const of3060Ti = ['GeForce RTX 3060 Ti', 'GeForce RTX 3060 Ti LHR']
const of3070 = ['GeForce RTX 3070', 'GeForce RTX 3070 LHR']
const of3080 = ['GeForce RTX 3080 10GB', 'GeForce RTX 3080 10GB LHR', 'GeForce RTX 3080 12GB LHR']

export const graphicsCards: readonly Query[] = [
  ...ask('sv', graphicsCard(), 'grafikkort'),
  ...ask('sv', chip('GeForce RTX 4070'), 'rtx 4070', 'grafikkort rtx4070'),
  ...ask('sv', chip('GeForce RTX 4070 Ti'), 'RTX4070Ti'),
  ...ask('sv', chip('GeForce RTX 3060 12GB'), 'rtx 3060 12gb'),
  ...ask('sv', chip('GeForce GTX 1660'), 'gtx1660'),
  ...ask('sv', chip('Radeon RX 7800 XT'), 'rx7800xt'),
  ...ask('sv', chip(of3070, undefined, { brands: ['msi'] }), 'msi 3070'),
  ...ask('sv', chip('GeForce RTX 4080 SUPER', undefined, { brands: ['asus'] }), 'asus rtx 4080 super'),
  ...ask('sv', chip('Radeon RX 580', '8'), 'rx 580 8gb'),
  ...ask('sv', chip('Radeon*', '16'), 'amd radeon grafikkort 16gb'),
  ...ask('sv', chip('GeForce GTX 1050 Ti'), 'gtx 1050ti'),
  ...ask('sv', graphicsCard({ video_memory: '16 GB' }), 'grafikkort 16 gb'),
  ...ask('sv', graphicsCard({ colour: 'white' }), 'vitt grafikkort'),
  ...ask('sv', chip('GeForce*'), 'geforce grafikkort'),
  ...ask('sv', chip('GeForce RTX 5090'), '5090 grafikkort'),
  ...ask('sv', chip('Radeon RX 9070 XT'), 'rx 9070xt'),
  ...ask('en', chip('GeForce RTX 4070 Ti SUPER'), '4070 ti super', 'rtx4070ti super'),
  ...ask('en', chip('GeForce RTX 4060', '8'), 'geforce rtx 4060 8gb'),
  ...ask('en', chip('GeForce RTX 5060 Ti', '16'), 'rtx 5060 ti 16gb'),
  ...ask('en', chip('Radeon RX 6700 XT'), 'radeon rx 6700 xt', 'rx6700 xt'),
  ...ask('en', chip(of3060Ti), 'rtx3060ti'),
  ...ask('en', chip(of3080, undefined, { brands: ['evga'], named: ['ftw3'] }), 'evga 3080 ftw3'),
  ...ask('en', chip('GeForce GTX 1080 Ti'), '1080 ti'),
  ...ask('en', chip(['GeForce GT 1030', 'GeForce GT 1030 DDR4']), 'gt 1030', 'gt1030'),
  ...ask(
    'en',
    chip('Radeon RX 7900 XTX', undefined, { brands: ['sapphire'], named: ['nitro*'] }),
    'sapphire nitro 7900 xtx',
  ),
  ...ask('en', chip('Radeon RX 6600'), 'rx 6600'),
  ...ask('en', chip('Radeon RX 6750 XT', undefined, { brands: ['xfx'] }), 'xfx rx 6750xt'),
  ...ask('en', chip('Arc*'), 'intel arc graphics card'),
  ...ask('en', graphicsCard({ video_memory: '12 GB' }), 'gpu 12gb', '12 gb graphics card'),
  ...ask('en', chip('GeForce RTX 4070', undefined, { brands: ['gigabyte'] }), 'gigabyte rtx 4070'),
  ...ask('en', graphicsCard({ graphics_chip: 'GeForce RTX 5070', colour: 'white' }), 'rtx 5070 white'),
]
