import { ask, type Facts, type Query } from '../query.ts'
import { caseFan, computerCase, cooler, fanController, isModular, micro, powerSupply, thermalPaste } from './kinds.ts'

const watts = (power: string, values: Facts['attributes'] = {}): Facts =>
  powerSupply({ power: `${power} W`, ...values })

export const powerSupplies: readonly Query[] = [
  ...ask('sv', watts('850', { efficiency: 'gold' }), '850w gold', 'nätaggregat 850w guld'),
  ...ask('sv', watts('750', isModular), '750w modulär'),
  ...ask('sv', watts('650'), 'nätaggregat 650w', '650 watt nätagg'),
  ...ask('sv', watts('1000', { efficiency: 'platinum' }), 'nätaggregat 1000 w platinum'),
  ...ask('sv', powerSupply({ colour: 'white' }), 'vitt nätaggregat'),
  ...ask('sv', powerSupply({ psu_form: 'SFX' }), 'sfx nätaggregat'),
  ...ask('sv', powerSupply({}, { brands: ['corsair'], named: ['rm850x'] }), 'corsair rm850x'),
  ...ask('en', watts('750', { psu_form: 'SFX' }), 'sfx 750w'),
  ...ask('en', watts('550', { efficiency: 'bronze' }), 'psu 550w bronze'),
  ...ask('en', watts('850', { modular: ['full', 'full_side'] }), 'fully modular 850w psu'),
  ...ask('en', watts('1200'), 'power supply 1200w'),
  ...ask('en', watts('650', { modular: 'semi' }), 'semi modular 650w'),
  ...ask('en', powerSupply({ efficiency: 'titanium' }), '80 plus titanium'),
  ...ask('en', powerSupply({ psu_form: 'TFX' }), 'tfx power supply'),
  ...ask('en', powerSupply({ power: '600 W' }, { brands: ['evga'] }), 'evga 600w'),
  ...ask('en', powerSupply({ power: '750 W' }, { brands: ['seasonic'], named: ['focus'] }), 'seasonic focus 750w'),
]

const glass = ['Tempered Glass', 'Tinted Tempered Glass']
const itx = ['Mini ITX Tower', 'Mini ITX Desktop']

export const cases: readonly Query[] = [
  ...ask('sv', computerCase({ colour: 'white' }), 'datorlåda vit', 'vitt chassi'),
  ...ask('sv', computerCase({ colour: 'black' }), 'chassi svart'),
  ...ask('sv', computerCase({ case_type: itx }), 'mini itx chassi'),
  ...ask('sv', computerCase({ case_type: micro }), 'matx chassi'),
  ...ask('sv', computerCase({ side_panel: glass }), 'chassi härdat glas'),
  ...ask('sv', computerCase({}, { brands: ['fractal-design'], named: ['north'] }), 'fractal design north'),
  ...ask('en', computerCase({ case_type: itx }), 'mini itx case'),
  ...ask('en', computerCase({ case_type: 'ATX Full Tower' }), 'full tower case'),
  ...ask('en', computerCase({ colour: 'white' }), 'white pc case'),
  ...ask('en', computerCase({ case_type: micro, colour: 'black' }), 'micro atx case black'),
  ...ask('en', computerCase({}, { brands: ['corsair'], named: ['4000d'] }), 'corsair 4000d'),
  ...ask('en', computerCase({}, { brands: ['lian-li'], named: ['o11', 'dynamic'] }), 'lian li o11 dynamic'),
  ...ask('en', { ...computerCase({ case_type: 'HTPC' }), also: [computerCase({}, { named: ['htpc*'] })] }, 'htpc case'),
]

const fan = (diameter: string, values: Facts['attributes'] = {}, more: Facts = {}): Facts =>
  caseFan({ diameter: `${diameter} mm`, ...values }, more)
const lit = { named: [['rgb', 'argb']] }
const noctuaD15 = {
  ...cooler({}, { brands: ['noctua'], named: ['nh-d15'] }),
  also: [cooler({}, { brands: ['noctua'], named: ['nh-d15s'] })],
}

export const cooling: readonly Query[] = [
  ...ask('sv', fan('140'), '140mm fläkt', '140 mm chassifläkt'),
  ...ask('sv', fan('120', {}, lit), '120mm rgb fläkt'),
  ...ask('sv', fan('120', { pwm: 'yes' }), 'chassifläkt 120 mm pwm'),
  ...ask('sv', fan('120', { colour: 'white' }), 'vit 120mm fläkt'),
  ...ask('sv', thermalPaste(), 'kylpasta'),
  ...ask('sv', noctuaD15, 'noctua nh-d15'),
  ...ask('sv', cooler({ radiator: '360 mm' }), 'vattenkylning 360', 'vattenkylare cpu 360mm'),
  ...ask('sv', cooler(), 'cpu kylare', 'processorkylare'),
  ...ask('sv', fanController(), 'fläktstyrning'),
  ...ask('en', fan('120', {}, lit), '120mm rgb fan'),
  ...ask('en', fan('200'), '200mm fan'),
  ...ask('en', cooler({ radiator: '240 mm' }), 'aio 240', '240mm liquid cooler'),
  ...ask('en', thermalPaste(), 'thermal paste', 'thermal compound'),
  ...ask('en', cooler({}, { brands: ['cooler-master'], named: ['hyper', '212'] }), 'hyper 212'),
  ...ask('en', cooler({}, { named: ['dark', 'rock', 'pro', '4'] }), 'be quiet dark rock pro 4'),
  ...ask('en', caseFan({}, { brands: ['noctua'], named: ['nf-a12x25'] }), 'nf-a12x25'),
  ...ask(
    'en',
    cooler({ radiator: '360 mm' }, { brands: ['arctic'], named: ['liquid', 'freezer', 'iii'] }),
    'arctic liquid freezer iii 360',
  ),
  ...ask('en', thermalPaste({}, { named: ['mx-4'] }), 'arctic mx-4'),
  ...ask('en', cooler({ colour: 'white' }), 'white cpu cooler'),
  ...ask('en', fanController(), 'fan controller'),
]
