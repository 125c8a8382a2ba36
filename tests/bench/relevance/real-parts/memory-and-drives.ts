import { ask, type Facts, type Query, type Wanted } from '../query.ts'
import { drive, externalDrive, kitsOf, memory, oneTerabyte, opticalDrive, turning } from './kinds.ts'

/** Memory of a type with this much in all. */
const ram = (type: string, total: keyof typeof kitsOf, more: Facts = {}, values: Facts['attributes'] = {}): Facts =>
  memory({ memory_type: type, modules: kitsOf[total], ...values }, more)

const modules = (type: string, kit: string, speed?: string): Facts =>
  memory({ memory_type: type, modules: kit, ...(speed ? { memory_speed: `${speed} MT/s` } : {}) })

const ofSpeed = (type: string, speed: string, latency?: string): Facts =>
  memory({ memory_type: type, memory_speed: `${speed} MT/s`, ...(latency ? { latency: `CL${latency}` } : {}) })

export const memoryModules: readonly Query[] = [
  ...ask('sv', ram('DDR5', '32 GB'), '32gb ddr5'),
  ...ask('sv', modules('DDR4', '2 × 16 GB', '3200'), '2x16gb ddr4 3200'),
  ...ask('sv', ram('DDR4', '16 GB'), 'ram 16 gb ddr4', 'minne ddr4 16gb'),
  ...ask('sv', ram('DDR3', '8 GB'), 'ddr3 8gb'),
  ...ask('sv', memory({ modules: kitsOf['32 GB'] }), 'ramminne 32 gb'),
  ...ask('sv', ram('DDR5', '32 GB', {}, { memory_speed: '6000 MT/s' }), 'ddr5 6000 mhz 32gb'),
  ...ask('sv', ram('DDR5', '32 GB', { brands: ['corsair'], named: ['vengeance'] }), 'corsair vengeance 32gb ddr5'),
  ...ask('sv', ram('DDR4', '64 GB'), '64 gb ddr4 kit'),
  ...ask('sv', ofSpeed('DDR4', '3600', '16'), 'ddr4 3600 cl16'),
  ...ask('sv', memory({ memory_type: 'DDR5', colour: 'white' }), 'vitt ddr5 minne'),
  ...ask('sv', modules('DDR4', '2 × 8 GB'), '2 x 8 gb ddr4'),
  ...ask('sv', memory({ modules: kitsOf['16 GB'] }, { brands: ['kingston'], named: ['fury'] }), 'kingston fury 16gb'),
  ...ask('en', ofSpeed('DDR5', '6000', '30'), 'ddr5 6000 cl30'),
  ...ask('en', ram('DDR5', '64 GB'), '64gb ddr5'),
  ...ask('en', modules('DDR3', '2 × 8 GB', '1600'), '2x8gb ddr3 1600'),
  ...ask('en', ram('DDR4', '16 GB', {}, { memory_speed: '3200 MT/s' }), '16gb ram ddr4 3200', 'ddr4-3200 16gb'),
  ...ask(
    'en',
    memory({ modules: kitsOf['32 GB'] }, { brands: ['g-skill'], named: ['trident', 'z5'] }),
    'g.skill trident z5 32gb',
  ),
  ...ask('en', modules('DDR4', '4 × 8 GB'), '4x8gb ddr4'),
  ...ask('en', memory({ modules: '2 × 32 GB' }), 'memory 2 x 32gb'),
  ...ask('en', ram('DDR4', '128 GB'), '128gb ddr4'),
  ...ask('en', ofSpeed('DDR5', '7200'), 'ddr5 7200'),
  ...ask('en', ram('DDR5', '32 GB', {}, { colour: 'white' }), 'white ram ddr5 32gb'),
  ...ask('en', ram('DDR4', '16 GB', { brands: ['crucial'] }), 'crucial 16gb ddr4'),
  ...ask('en', ram('DDR4', '16 GB', { named: ['rgb'] }), 'rgb ram 16gb ddr4'),
  ...ask('en', ram('DDR5', '48 GB'), 'ddr5 48gb'),
]

const nvme = ['M.2 PCIe*', 'PCIe*']
const anyM2 = ['m2_2280', 'm2_2242', 'm2_2230', 'm2_22110', 'm2_2260']

const ssd = (capacity: string | readonly string[], values: Facts['attributes'] = {}): Facts =>
  drive({ drive_kind: 'ssd', capacity_gb: capacity, ...values })

/** An internal one, or else an external one. */
const hardDisk = (capacity: string, values: Facts['attributes'] = {}): Wanted => ({
  ...drive({ drive_kind: turning, capacity_gb: capacity, ...values }),
  also: [externalDrive({ capacity_gb: capacity })],
})

const model = (brand: string, words: readonly string[], capacity?: string | readonly string[]): Facts =>
  drive(capacity ? { capacity_gb: capacity } : {}, { brands: [brand], named: words })

export const drives: readonly Query[] = [
  ...ask('sv', drive({ capacity_gb: oneTerabyte, interface: nvme }), '1tb nvme'),
  ...ask('sv', ssd('2000 GB', { form_factor: anyM2 }), '2tb ssd m.2'),
  ...ask('sv', hardDisk('4000 GB'), '4tb hårddisk', 'hårddisk 4 tb'),
  ...ask('sv', ssd(oneTerabyte, { form_factor: 'in_25' }), 'ssd 2,5 tum 1tb'),
  ...ask('sv', externalDrive({ capacity_gb: '2000 GB' }), 'extern hårddisk 2tb'),
  ...ask('sv', { ...ssd('500 GB'), also: [ssd('512 GB')] }, 'ssd 500gb'),
  ...ask('sv', model('samsung', ['990', 'pro'], '2000 GB'), '990 pro 2tb'),
  ...ask('sv', model('western-digital', ['sn850x']), 'wd black sn850x'),
  ...ask('sv', drive({ form_factor: 'm2_2230' }), 'ssd m.2 2230'),
  ...ask('sv', ssd('480 GB', { interface: ['SATA*', 'M.2 SATA'] }), 'sata ssd 480gb'),
  ...ask('sv', drive({ interface: 'M.2 PCIe 5.0*' }), 'nvme pcie 5.0'),
  ...ask('sv', drive({ drive_kind: 'ssd', capacity_gb: oneTerabyte }, { brands: ['samsung'] }), 'samsung ssd 1tb'),
  ...ask('sv', drive({ drive_kind: '7200' }), 'hårddisk 7200 rpm'),
  ...ask('sv', externalDrive({ capacity_gb: '4000 GB' }), 'extern disk 4 tb usb'),
  ...ask('en', drive({ drive_kind: 'ssd' }), 'ssd'),
  ...ask('en', hardDisk('4000 GB', { form_factor: 'in_35' }), '4tb hard drive 3.5'),
  ...ask('en', ssd(oneTerabyte, { form_factor: anyM2 }), '1 tb m.2 ssd'),
  ...ask('en', drive({ capacity_gb: oneTerabyte, interface: 'M.2 PCIe 4.0*' }), 'pcie 4.0 nvme 1tb'),
  ...ask('en', model('crucial', ['mx500'], '500 GB'), 'crucial mx500 500gb'),
  ...ask('en', model('western-digital', ['sn850x']), 'sn850x'),
  ...ask('en', model('seagate', ['ironwolf'], '4000 GB'), 'ironwolf 4tb'),
  ...ask('en', model('seagate', ['barracuda'], '2000 GB'), 'seagate barracuda 2tb'),
  ...ask('en', model('samsung', ['970', 'evo', 'plus'], '1000 GB'), '970 evo plus 1tb'),
  ...ask('en', drive({ interface: 'SAS*' }), 'sas hard drive'),
  ...ask('en', drive({ interface: 'mSATA' }), 'msata ssd'),
  ...ask('en', externalDrive({ capacity_gb: oneTerabyte }, { brands: ['samsung'], named: ['t7*'] }), 'samsung t7 1tb'),
]

export const opticalDrives: readonly Query[] = [
  ...ask('sv', opticalDrive({ dvd_write: '*' }), 'dvd brännare'),
  ...ask('sv', opticalDrive({ bd_write: '*' }), 'blu-ray brännare'),
  ...ask('en', opticalDrive({ bd_write: '*' }), 'blu-ray writer', 'bluray burner'),
  ...ask('en', opticalDrive({ dvd_write: '*' }), 'dvd burner'),
  ...ask('en', opticalDrive(), 'optical drive'),
  ...ask('en', { ...opticalDrive({ dvd_write: '*' }), unknown: ['external'] }, 'external dvd drive'),
  ...ask('en', { ...opticalDrive({ bd_write: '*' }), unknown: ['internal'] }, 'internal bluray drive'),
  ...ask('en', opticalDrive({}, { named: ['wh16ns40'] }), 'lg wh16ns40'),
]
