import { ask, type Facts, type Query, type Wanted } from '../query.ts'
import { fitting, having, kinds } from './kinds.ts'

const any = (
  kind: string | readonly string[],
  attributes: Facts['attributes'] & object = {},
  more: Facts = {},
): Wanted => ({
  kinds: [kind].flat(),
  attributes,
  ...more,
})
const allCables = ['display-cables', 'network-cables', 'usb-cables']
const cord = (plug: string): Wanted => any('power-cords', {}, { named: [plug] })
const usb: Wanted = {
  ...any(['usb-cables', 'adapters'], { end_a: 'usb_a', end_b: 'usb_c' }),
  also: [any(['usb-cables', 'adapters'], { end_a: 'usb_c', end_b: 'usb_a' })],
}

/**
 * Queries of somebody who had seen neither the others nor the search, written before it was asked: what people say to a
 * telephone, questions, labels of devices, old names of connectors, two languages, and what is not sold.
 */
export const blindQuestions: readonly Query[] = [
  ...ask(
    'sv',
    fitting(kinds.laptopBattery, 'nordbok-pro-14-g2'),
    'det står nordbok pro 14 g2 under datorn jag behöver ett nytt batteri',
  ),
  ...ask('sv', { devices: ['nordbok-pro-14-g2'] }, 'NBP14-G2 24L5-1276'),
  ...ask('sv', fitting(kinds.laptopScreen, 'kestrel-merlin-15-*'), 'hur byter jag skärm på kestrel merlin 15'),
  ...ask('sv', fitting(kinds.laptopMemory, 'nordbok-pro-14-g2'), 'vilket ram minne passar nordbok pro 14 g2'),
  ...ask(
    'sv',
    any('toner-and-ink', { ink_colour: 'black' }, { devices: ['typera-lp-440'] }),
    'tonner svart typera lp440',
  ),
  ...ask('sv', { ...any(allCables), unknown: ['lightning'] }, 'lightning kabel'),
  ...ask('sv', having(kinds.laptopCharger, { power: '65 W', plug: 'usb_c' }), 'usb typ c laddare sextiofem watt'),
  ...ask('sv', any('hdmi-cables'), 'hdmi till tv kabel'),
  ...ask('sv', any('network-cables', { length: '10 m' }), 'bredbandskabel 10 meter'),
  ...ask('sv', any('small-batteries'), 'knappcellsbatteri moderkort'),
  ...ask('sv', fitting(kinds.laptopFan, 'halden-yard-14-*'), 'fläkten låter på min halden yard 14'),
  ...ask('sv', any('ssd-nvme', { interface: 'nvme_4' }), 'ssd till ps5'),
  ...ask('sv', { ...kinds.memory, unknown: ['nas'] }, 'minne till nas'),
  ...ask('sv', having(kinds.laptopScreen, { screen_size: '14' }), '14,0 tum skärm laptop'),
  ...ask('sv', having(kinds.laptopScreen, { screen_size: '15.6', surface: 'matte' }), '15,6" skärm matt'),
  ...ask('sv', any('screws', { thread: 'm2_5' }), 'm2,5 skruv'),
  ...ask('sv', any('network-cables', { colour: 'red' }), 'röda nätverkskablar'),
  ...ask('sv', any('screwdrivers', { drive_type: 'torx' }), 'torxmejsel'),
  ...ask('sv', any('laptop-chargers', {}, { brands: ['kestrel'] }), 'leverans imorgon laddare kestrel'),
  ...ask('sv', { ...any(allCables), unknown: ['scart'] }, 'scart kabel'),
  ...ask('sv', fitting(kinds.laptopKeyboard, 'tamarack-t4-g3'), 'tamarack t 4 g3 tangentbord'),
  ...ask('sv', any('desktop-keyboards', { wireless: 'yes' }), 'cheap tangentbord trådlöst'),
  ...ask('sv', fitting(kinds.phoneScreen, 'lumora-max-6'), 'vad kostar en ny skärm till lumora max 6'),
  ...ask('sv', fitting(kinds.phoneScreen, 'pelago-vik-5'), 'mobilskärm pelago vik5'),
  ...ask('en', { devices: ['solvik-rapid-16-g3'] }, 'model SR16-G3 p/n 23G3-6009'),
  ...ask('en', fitting(kinds.laptopKeyboard, 'vireo-lark-14-g2'), 'my vireo lark 14 g2 keyboard has a broken key'),
  ...ask('en', any('hdmi-cables'), 'how long is the hdmi cable'),
  ...ask('en', kinds.ssd, 'which ssd fits halden edge 13 g3'),
  ...ask('en', kinds.laptopBattery, 'batterys for laptop'),
  ...ask('en', any('network-cables', { length: '5 m' }), 'ethernet lead 5 metres'),
  ...ask('en', usb, 'usb type a to type c'),
  ...ask('en', having(kinds.laptopCharger, { power: '65 W' }), 'sixty five watt charger'),
  ...ask('en', having(kinds.dcJack, { plug: 'barrel_5525' }), 'barrel jack 5.5x2.5'),
  ...ask('en', cord('c13'), 'kettle lead'),
  ...ask('en', cord('c7'), 'figure 8 power lead'),
  ...ask('en', cord('c5'), 'cloverleaf power cable'),
  ...ask('en', having(kinds.powerSupply, { power: '750 W', efficiency: 'gold' }), 'gold rated psu 750'),
  ...ask('en', any(['ssd', 'hard-drives'], { form_factor: 'in_25' }), 'sata laptop drive 2.5"'),
  ...ask('en', any('toner-and-ink', {}, { devices: ['ordvik-hem-15'] }), 'next day delivery ink ordvik hem 15'),
  ...ask('en', having(kinds.laptopScreen, { screen_size: '15.6', resolution: '1920x1080' }), '15,6" led panel full hd'),
  ...ask('en', fitting(kinds.laptopFan, 'kestrel-merlin-14-*'), 'kestral merlin14 fan'),
  ...ask('en', { ...any('fan-controllers'), unknown: ['xbox'] }, 'xbox controller'),
  ...ask('en', having(kinds.laptopScreen, { screen_size: '14' }), 'skärm 14 inch laptop'),
  ...ask('en', any('adapters', { end_a: 'mini_displayport', end_b: 'hdmi' }), 'mini dp till hdmi adapter'),
  ...ask('en', fitting(kinds.touchpad, 'tamarack-*'), 'track pad tamarack'),
  ...ask('en', any('laptop-heatsinks', {}, { devices: ['vireo-finch-16-*'] }), 'heat sink with fan vireo finch16'),
  ...ask('en', any('toner-and-ink', { ink_colour: 'yellow' }), 'yellow inks'),
]
