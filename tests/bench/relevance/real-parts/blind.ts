import { ask, type Facts, type Query, type Wanted } from '../query.ts'
import {
  caseFan,
  computerCase,
  cooler,
  drive,
  externalDrive,
  fanController,
  graphicsCard,
  keyboard,
  kitsOf,
  memory,
  motherboard,
  mouse,
  networkCard,
  oneTerabyte,
  opticalDrive,
  powerSupply,
  processor,
  soundCard,
  thermalPaste,
  turning,
  wifiCard,
  withoutCable,
} from './kinds.ts'

const rgb: readonly Facts[] = [{ named: [['rgb', 'argb']] }]
const white = { colour: 'white' }
const ddr5: Wanted = memory({ memory_type: 'DDR5' })
const watts = (from: number): Wanted => ({ ...powerSupply(), limits: { power: { from } } })
const chip = (...chips: string[]): Wanted => graphicsCard({ graphics_chip: chips })

/**
 * Queries of somebody who had neither tuned the search nor seen the others, written before the search was asked:
 * conditions, denials, choices, and what parts are for.
 */
export const blindConditions: readonly Query[] = [
  ...ask('sv', { ...cooler(), unknown: ['160mm'] }, 'kylare 1700 max 160mm'),
  ...ask(
    'sv',
    { ...computerCase({ case_type: 'Mini ITX*' }), limits: { volume_l: { to: 10 } } },
    'mini-itx chassi under 10 liter',
  ),
  ...ask(
    'sv',
    powerSupply({ power: '850 W', modular: ['full', 'semi', 'full_side'] }),
    'jag behöver ett nytt nätaggregat till min gamingdator, helst 850w och modulärt',
  ),
  ...ask('sv', processor({ processor_cores: '8', tdp: '65 W' }), '8 kärnig processor 65w'),
  ...ask(
    'sv',
    {
      ...keyboard({
        switch_model: [
          'Cherry MX Brown*',
          'Outemu Brown*',
          'Kailh Brown*',
          'TTC Brown*',
          'Gateron Brown*',
          'Gateron G Pro Brown*',
        ],
      }),
      without: rgb,
    },
    'mekaniskt tangentbord bruna switchar utan rgb',
  ),
  ...ask(
    'sv',
    { ...caseFan({ diameter: '120 mm' }, { brands: ['noctua'] }), without: [{ attributes: { colour: 'brown' } }] },
    'noctua fläkt 120mm inte brun',
  ),
  ...ask('en', { ...memory({ modules: kitsOf['32 GB'] }), without: rgb }, '32 gigs of ram not rgb'),
  ...ask('en', { ...cooler({ radiator: '240 mm' }), without: rgb }, 'aio 240mm no rgb'),
  ...ask(
    'en',
    { ...drive({ capacity_gb: '12000 GB' }), without: [{ brands: ['seagate'] }] },
    '12 tb hard drive not seagate',
  ),
  ...ask(
    'en',
    { ...caseFan({ diameter: '120 mm', pwm: 'yes' }), unknown: ['25db'] },
    'quiet 120mm pwm fan under 25 db',
  ),
  ...ask(
    'en',
    motherboard({ socket: 'AM4', max_memory: '128 GB', memory_slots: '4' }),
    'motherboard that supports 128gb ddr4 with 4 slots am4',
  ),
  ...ask('en', computerCase(white), 'looking for a white case with lots of space for hard drives'),
  ...ask('en', mouse({ hand: 'Left' }), 'left handed mouse'),
  ...ask('sv', processor({}, { named: [['7800x3d', '9800x3d']] }), 'ryzen 7 7800x3d eller 9800x3d'),
  ...ask(
    'en',
    chip('Radeon RX 6600', 'GeForce RTX 3060 8GB', 'GeForce RTX 3060 12GB'),
    'rx 6600 or rtx 3060 for 1080p',
  ),
  ...ask('en', memory({ memory_type: ['DDR4', 'DDR5'] }), 'ddr4 vs ddr5 memory'),
]

export const blindFitting: readonly Query[] = [
  ...ask('sv', ddr5, 'ram till b650'),
  ...ask('sv', watts(650), 'nätagg för rtx 4070'),
  ...ask('en', watts(850), 'power supply for rtx 4090'),
  ...ask('en', motherboard({ socket: 'AM5' }), 'motherboard for ryzen 9 7950x'),
  ...ask('sv', motherboard({ socket: 'AM5' }, { named: ['wifi'] }), 'am5 moderkort wifi'),
  ...ask('en', cooler(), 'cpu cooler for am4 that fits in a small case'),
  ...ask('en', motherboard({ socket: 'LGA1151', form_factor: 'mini_itx' }), 'lga 1151 motherboard mini itx'),
  ...ask(
    'en',
    { ...memory({ memory_type: 'DDR3', modules: kitsOf['8 GB'] }), unknown: ['laptop'] },
    'ddr3 laptop ram 8gb',
  ),
]

export const blindWords: readonly Query[] = [
  ...ask('sv', mouse(withoutCable, { brands: ['logitech'] }), 'tradlos gamingmus logitech'),
  ...ask('sv', memory({ modules: kitsOf['32 GB'] }, { named: ['vengeance'] }), 'corsiar vengance 32gb'),
  ...ask(
    'sv',
    memory({ memory_type: 'DDR4', memory_speed: '3200 MT/s', modules: kitsOf['16 GB'] }),
    'ramminnen ddr4 3200 16gb',
  ),
  ...ask(
    'sv',
    memory({ memory_type: 'DDR5', memory_speed: '6000 MT/s', latency: 'CL30', modules: kitsOf['32 GB'] }),
    'ddr5 6000 cl30 32gb',
  ),
  ...ask('sv', memory({ memory_type: 'DDR5', modules: '2 × 16 GB', ...white }), 'minneskit 2x16 ddr5 vitt'),
  ...ask(
    'en',
    memory({ memory_type: 'DDR5', memory_speed: '6400 MT/s', latency: 'CL32', modules: '2 × 32 GB' }),
    '2x32gb ddr5 6400 cl32',
  ),
  ...ask(
    'sv',
    computerCase({ case_type: 'ATX Mid Tower', side_panel: 'Tempered Glass', ...white }),
    'vitt mid tower chassi med glassida',
  ),
  ...ask('sv', drive({ drive_kind: turning, capacity_gb: '8000 GB' }), 'hårdisk 8tb nas'),
  ...ask('sv', drive({ capacity_gb: ['2000 GB', '2048 GB'], interface: 'M.2 PCIe 4*' }), 'ssd 2tb nvme pcie 4'),
  ...ask('en', drive({ capacity_gb: oneTerabyte, interface: 'M.2 PCIe*' }), '1tb nvme ssd'),
  ...ask('en', drive({ capacity_gb: '4000 GB', drive_kind: '7200' }), '4tb hdd 7200rpm'),
  ...ask('en', externalDrive({ capacity_gb: '5000 GB', drive_form: 'Portable' }), 'portable hard drive 5tb'),
  ...ask('sv', soundCard({ sound_channels: '7.1', interface: 'PCIe*' }), 'ljudkort 7.1 pci express'),
  ...ask('sv', opticalDrive({ bd_burner: 'yes' }), 'bluray brännare intern'),
  ...ask('sv', cooler({ radiator: '360 mm', ...white }), 'vattenkylning 360 vit'),
  ...ask('sv', fanController({ pwm: 'yes', bay: '5.25*' }), 'fläktstyrning pwm 5.25'),
  ...ask('sv', wifiCard({ wifi: 'wifi_6e', interface: 'PCIe*' }), 'wifi 6e kort pcie'),
  ...ask('en', wifiCard({ wifi: 'wifi_5', interface: 'USB*' }), 'usb wifi adapter ac'),
  ...ask('en', { ...networkCard({ interface: 'PCIe*' }), unknown: ['2.5g'] }, 'pcie network card 2.5g'),
  ...ask('sv', powerSupply({ power: '750 W', psu_form: 'SFX*', efficiency: 'platinum' }), 'sfx nätagg 750 w platina'),
  ...ask('en', powerSupply({ power: '850 W', efficiency: 'gold', modular: 'full' }), '850 watt gold psu fully modular'),
  ...ask('en', keyboard({ switch_model: 'Cherry MX Red*', tenkeyless: 'yes' }), 'keybord cherry mx red tkl'),
  ...ask('sv', thermalPaste(), 'kylpastan'),
  ...ask('sv', chip('GeForce RTX 3070 Ti'), '3070ti'),
  ...ask('en', graphicsCard({}, { named: ['4060', ['low profile', 'lp']] }), 'geforce 4060 low profile'),
]

/** Numbers with noise, and goods that such a shop does not have. */
export const blindNumbers: readonly Query[] = [
  ...ask('sv', memory({}, { named: ['MD4U163216CGSA'] }), 'P/N: MD4U163216CGSA'),
  ...ask('en', memory({}, { named: ['CT102472BA186D'] }), 'part no: CT102472BA186D'),
  ...ask('sv', opticalDrive({}, { named: ['GH24NSC0'] }), 'art.nr GH24NSC0'),
  ...ask('en', graphicsCard({}, { named: ['GV-N210D3-1GI', 'rev6.0'] }), 'GV-N210D3-1GI rev 6'),
  ...ask('sv', graphicsCard({}, { named: ['STRIX-GTX750TI-DC2OC*'] }), 'STRIX GTX75OTI DC2OC'),
  ...ask('en', processor({}, { named: ['5600x'] }), 'Ryzen 5 56OOX'),
  ...ask('sv', processor({}, { named: ['i5-14600k*'] }), 'intel i5 14600k'),
  ...ask('en', cooler({}, { named: ['nh-d15*'] }), 'noctau nh-d15'),
  ...ask('sv', 'nothing', 'bärbar dator 15 tum'),
  ...ask('en', 'nothing', 'monitor 27 inch 144hz'),
]
