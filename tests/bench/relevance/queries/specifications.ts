import { ask, type Query, type Wanted } from '../query.ts'
import { having, kinds } from './kinds.ts'

type Attributes = NonNullable<Wanted['attributes']>

const any = (kind: string, attributes: Attributes): Wanted => ({ kinds: [kind], attributes })
const charger = (attributes: Attributes): Wanted => having(kinds.laptopCharger, attributes)

/** USB-C with this power: a charger, or else what else gives or carries it. */
const usbC = (power: string): Wanted => ({
  ...charger({ power, plug: 'usb_c' }),
  also: [{ kinds: ['usb-cables', 'docking-stations'], attributes: { power, end_a: 'usb_c' } }],
})

/** A screen of this size, or else a part for one. */
const inches = (size: string): Wanted => ({
  ...having(kinds.screen, { screen_size: size }),
  also: [{ attributes: { screen_size: size } }],
})

const memory = (type: string, capacity: string, kind: Wanted = kinds.memory): Wanted =>
  having(kind, { memory_type: type, capacity_gb: capacity })

const ssd = (capacity: string, more: Attributes = {}): Wanted => having(kinds.ssd, { capacity_gb: capacity, ...more })

/** Values with units, with or without a kind of part, in the notations that people use. */
export const specifications: readonly Query[] = [
  ...ask('sv', usbC('65 W'), '65w usb-c', 'usb-c 65 W'),
  ...ask('sv', charger({ power: '65 W', plug: 'usb_c' }), 'usb-c laddare 65 w', 'laddare 65w usbc'),
  ...ask('sv', charger({ power: '90 W' }), 'laddare 90w', '90 watt laddare'),
  ...ask('sv', charger({ power: '45 W', plug: 'barrel_4530' }), 'laddare 45 w 4,5 x 3,0 mm'),
  ...ask('sv', charger({ power: '230 W', plug: 'slim_rectangular' }), '230W laddare rektangulär kontakt'),
  ...ask('sv', memory('DDR4', '16 GB'), 'ddr4 16gb', '16 GB DDR4', 'minne 16gb ddr4'),
  ...ask('sv', memory('DDR5', '32 GB', kinds.laptopMemory), 'laptopminne ddr5 32 gb'),
  ...ask('sv', inches('15.6'), '15,6 tum', '15.6"'),
  ...ask('sv', having(kinds.laptopScreen, { screen_size: '14' }), 'laptopskärm 14 tum', 'skärm 14 tum laptop'),
  ...ask('sv', having(kinds.laptopScreen, { screen_size: '17.3' }), 'skärm 17,3"', '17,3 tum skärm'),
  ...ask('sv', ssd('1000 GB'), '1tb ssd', 'ssd 1 TB', 'ssd 1000gb'),
  ...ask('sv', any('ssd-nvme', { capacity_gb: '1000 GB' }), '1 000 GB nvme', 'nvme 1tb'),
  ...ask('sv', ssd('500 GB', { form_factor: 'in_25' }), 'ssd 500 gb 2,5 tum sata'),
  ...ask('sv', having(kinds.hardDrive, { capacity_gb: '2000 GB' }), 'hårddisk 2tb'),
  ...ask('sv', any('hdmi-cables', { length: '2 m' }), 'hdmi kabel 2m', 'hdmi-kabel 2 meter'),
  ...ask('sv', any('network-cables', { cable_class: 'cat6', length: '5 m' }), 'nätverkskabel cat6 5m'),
  ...ask('sv', any('case-fans', { diameter: '120 mm' }), 'chassifläkt 120mm', '120 mm fläkt'),
  ...ask('sv', any('power-supplies', { power: '650 W' }), 'nätaggregat 650 w'),
  ...ask('sv', any('thermal-pads', { thickness: '1.5 mm' }), 'termisk dyna 1,5 mm'),
  ...ask('sv', any('wifi-cards', { wifi: 'wifi_6e' }), 'wifi 6e kort'),
  ...ask('en', usbC('100 W'), '100w usb-c', 'usb c 100 W'),
  ...ask('en', charger({ power: '100 W', plug: 'usb_c' }), 'usb-c charger 100 w', '100w usbc charger'),
  ...ask('en', charger({ power: '65 W' }), '65 watt charger', '65W laptop charger'),
  ...ask('en', charger({ power: '65 W', plug: 'barrel_7450' }), 'charger 65w 7.4 x 5.0'),
  ...ask('en', charger({ voltage: '19.5 V' }), 'charger 19.5v'),
  ...ask('en', memory('DDR5', '16 GB'), 'ddr5 16gb', '16 gb ddr5 ram'),
  ...ask('en', memory('DDR4', '8 GB', { kinds: ['so-dimm-ddr4'] }), 'ddr4 so-dimm 8gb', 'sodimm ddr4 8 gb'),
  ...ask('en', inches('13.3'), '13.3 inch', '13.3"'),
  ...ask('en', having(kinds.laptopScreen, { screen_size: '15.6' }), '15.6 inch laptop screen'),
  ...ask(
    'en',
    having(kinds.laptopScreen, { resolution: '1920x1080', screen_size: '14' }),
    '14" screen 1920x1080',
    '14 inch 1920 x 1080 screen',
  ),
  ...ask('en', ssd('2000 GB'), '2tb ssd', 'ssd 2 TB'),
  ...ask('en', ssd('500 GB'), '512gb ssd'),
  ...ask('sv', ssd('500 GB'), 'ssd 480 gb'),
  ...ask('sv', { ...charger({ power: '90 W' }), unknown: ['19v'] }, 'laddare 90 watt 19v'),
  ...ask('sv', { ...any('case-fans', { diameter: '120 mm' }), unknown: ['tyst', 'pwm'] }, 'tyst fläkt 120mm pwm'),
  ...ask('sv', memory('DDR5', '16 GB'), 'hej jag behöver mer minne till min dator helst 16 gb ddr5'),
  ...ask('en', any('ssd-nvme', { capacity_gb: '2000 GB' }), '2000gb nvme'),
  ...ask('en', ssd('500 GB', { form_factor: 'm2_2230' }), 'm.2 2230 500gb ssd'),
  ...ask('en', having(kinds.hardDrive, { capacity_gb: '4000 GB' }), '4 tb hard drive'),
  ...ask('en', any('usb-cables', { length: '2 m', end_a: 'usb_c', end_b: 'usb_c' }), 'usb-c to usb-c cable 2 m'),
  ...ask('en', any('case-fans', { diameter: '140 mm' }), '140mm case fan'),
  ...ask('en', any('power-supplies', { power: '750 W' }), 'power supply 750w'),
  ...ask('en', any('thermal-paste', { conductivity: '12.5 W/mK' }), 'thermal paste 12.5 W/mK'),
  ...ask('en', any('laptop-batteries', { capacity_wh: '57 Wh' }), 'laptop battery 57wh'),
  ...ask('en', any('graphics-cards', { video_memory: '8 GB' }), 'graphics card 8gb'),
  ...ask('en', any('screws', { thread: 'm2_5' }), 'm2.5 screws'),
]
