import { inEachLanguage } from '../../../domain/places/locales.ts'
import { words, type Words } from '../words.ts'
import { attributes, type AttributeId } from './attributes.ts'

const yesNo = { yes: words('Yes', 'Ja'), no: words('No', 'Nej') }

const colours = {
  black: words('Black', 'Svart'),
  silver: words('Silver', 'Silver'),
  grey: words('Grey', 'Grå'),
  blue: words('Blue', 'Blå'),
  white: words('White', 'Vit'),
  red: words('Red', 'Röd'),
  green: words('Green', 'Grön'),
  yellow: words('Yellow', 'Gul'),
}

const ends = {
  usb_c: words('USB-C'),
  usb_a: words('USB-A'),
  usb_b: words('USB-B'),
  micro_usb: words('Micro USB'),
  hdmi: words('HDMI'),
  displayport: words('DisplayPort'),
  mini_displayport: words('Mini DisplayPort'),
  dvi: words('DVI-D'),
  vga: words('VGA'),
  rj45: words('RJ45'),
  sata: words('SATA'),
  audio_35: words('3.5 mm audio', '3,5 mm ljud'),
  open: words('Open end', 'Lös ände'),
}

/** Attribute values that are words, with their translations. */
const valueLabels: Partial<Record<AttributeId, Readonly<Record<string, Words>>>> = {
  condition: {
    new_original: words('New, original', 'Ny, original'),
    new_compatible: words('New, compatible', 'Ny, kompatibel'),
    refurbished: words('Refurbished', 'Renoverad'),
  },
  chemistry: {
    li_ion: words('Lithium-ion', 'Litiumjon'),
    li_po: words('Lithium polymer', 'Litiumpolymer'),
    lithium: words('Lithium', 'Litium'),
  },
  plug: {
    usb_c: words('USB-C'),
    barrel_4530: words('Barrel 4.5 × 3.0 mm', 'Rund 4,5 × 3,0 mm'),
    barrel_5525: words('Barrel 5.5 × 2.5 mm', 'Rund 5,5 × 2,5 mm'),
    barrel_7450: words('Barrel 7.4 × 5.0 mm with pin', 'Rund 7,4 × 5,0 mm med stift'),
    slim_rectangular: words('Slim rectangular', 'Rektangulär'),
  },
  socket_type: {
    eu: words('EU, type F', 'Schuko, typ F'),
    uk: words('UK, type G', 'Brittisk, typ G'),
    us: words('US, type B', 'Amerikansk, typ B'),
    ch: words('Swiss, type J', 'Schweizisk, typ J'),
  },
  efficiency: {
    bronze: words('80 Plus Bronze', '80 Plus Brons'),
    gold: words('80 Plus Gold', '80 Plus Guld'),
    platinum: words('80 Plus Platinum', '80 Plus Platina'),
  },
  resolution: {
    '1366x768': words('1366 × 768'),
    '1920x1080': words('1920 × 1080'),
    '1920x1200': words('1920 × 1200'),
    '2560x1600': words('2560 × 1600'),
    '2880x1800': words('2880 × 1800'),
    '2000x1200': words('2000 × 1200'),
    '2400x1080': words('2400 × 1080'),
  },
  panel_type: { ips: words('IPS'), tn: words('TN'), oled: words('OLED') },
  surface: { matte: words('Matte', 'Matt'), glossy: words('Glossy', 'Blank') },
  touch: yesNo,
  backlight: yesNo,
  wireless: yesNo,
  layout: {
    nordic: words('Nordic (SE/FI/DK/NO)', 'Nordisk (SE/FI/DK/NO)'),
    german: words('German (DE)', 'Tysk (DE)'),
    french: words('French (FR)', 'Fransk (FR)'),
    british: words('British (UK)', 'Brittisk (UK)'),
    us: words('American (US)', 'Amerikansk (US)'),
    swiss: words('Swiss (CH)', 'Schweizisk (CH)'),
  },
  switches: {
    linear: words('Linear', 'Linjära'),
    tactile: words('Tactile', 'Taktila'),
    membrane: words('Membrane', 'Membran'),
  },
  colour: colours,
  side: {
    left: words('Left', 'Vänster'),
    right: words('Right', 'Höger'),
    both: words('Left and right', 'Vänster och höger'),
  },
  bearing: {
    fluid: words('Fluid dynamic', 'Vätskelager'),
    sleeve: words('Sleeve', 'Glidlager'),
    ball: words('Ball', 'Kullager'),
  },
  interface: {
    nvme_4: words('PCIe 4.0 x4 (NVMe)'),
    nvme_3: words('PCIe 3.0 x4 (NVMe)'),
    sata_3: words('SATA 6 Gbit/s'),
    usb_10: words('USB 10 Gbit/s'),
    usb_5: words('USB 5 Gbit/s'),
    pcie_1: words('PCIe x1'),
    pcie_16: words('PCIe x16'),
  },
  form_factor: {
    m2_2280: words('M.2 2280'),
    m2_2242: words('M.2 2242'),
    m2_2230: words('M.2 2230'),
    in_25: words('2.5 inch', '2,5 tum'),
    in_35: words('3.5 inch', '3,5 tum'),
    so_dimm: words('SO-DIMM'),
    dimm: words('DIMM'),
    atx: words('ATX'),
    micro_atx: words('Micro-ATX'),
    mini_itx: words('Mini-ITX'),
    sfx: words('SFX'),
    slim: words('Slim', 'Tunn'),
  },
  end_a: ends,
  end_b: ends,
  cable_class: { cat6: words('Cat 6'), cat6a: words('Cat 6A'), cat8: words('Cat 8') },
  wifi: {
    wifi_5: words('Wi-Fi 5', 'Wifi 5'),
    wifi_6: words('Wi-Fi 6', 'Wifi 6'),
    wifi_6e: words('Wi-Fi 6E', 'Wifi 6E'),
    wifi_7: words('Wi-Fi 7', 'Wifi 7'),
  },
  bluetooth: { 4.2: words('4.2'), 5.2: words('5.2'), 5.3: words('5.3'), 5.4: words('5.4') },
  max_resolution: {
    uhd_60: words('3840 × 2160 at 60 Hz', '3840 × 2160 i 60 Hz'),
    uhd_120: words('3840 × 2160 at 120 Hz', '3840 × 2160 i 120 Hz'),
    fhd_60: words('1920 × 1080 at 60 Hz', '1920 × 1080 i 60 Hz'),
  },
  material: {
    aluminium: words('Aluminium'),
    magnesium: words('Magnesium alloy', 'Magnesiumlegering'),
    abs: words('ABS plastic', 'ABS-plast'),
    steel: words('Steel', 'Stål'),
    copper: words('Copper', 'Koppar'),
    silicone: words('Silicone', 'Silikon'),
    rubber: words('Rubber', 'Gummi'),
    pbt: words('PBT plastic', 'PBT-plast'),
    chrome_vanadium: words('Chrome-vanadium steel', 'Krom-vanadinstål'),
    carbon: words('Carbon fibre', 'Kolfiber'),
  },
  thread: { m1_6: words('M1.6', 'M1,6'), m2: words('M2'), m2_5: words('M2.5', 'M2,5'), m3: words('M3') },
  drive_type: {
    phillips: words('Phillips', 'Stjärnspår (Phillips)'),
    torx: words('Torx'),
    pentalobe: words('Pentalobe'),
  },
  ink_colour: {
    black: colours.black,
    cyan: words('Cyan'),
    magenta: words('Magenta'),
    yellow: colours.yellow,
    all: words('All colours', 'Alla färger'),
  },
  warranty: {
    months_6: words('6 months', '6 månader'),
    months_12: words('12 months', '12 månader'),
    months_24: words('24 months', '24 månader'),
    months_36: words('36 months', '36 månader'),
    months_60: words('5 years', '5 år'),
  },
}

/** The label of a value inside a sentence or table; undefined when the bare value is right in every language. */
export function labelOf(attribute: AttributeId, value: string): Words | undefined {
  const label = valueLabels[attribute]?.[value]
  if (label) return label
  return /^\d+\.\d+$/.test(value) ? words(value, value.replace('.', ',')) : undefined
}

/**
 * The label of a value in a table or filter, including its unit; undefined when value and unit are right in every
 * language.
 */
export function tableLabelOf(attribute: AttributeId, value: string): Words | undefined {
  const number = Number(value)
  if (attribute === 'screen_size')
    return inEachLanguage((language) => (language === 'sv' ? `${value.replace('.', ',')} tum` : `${value}"`))
  if (attribute === 'capacity_gb' && number >= 1000)
    return words(`${number / 1000} TB`, `${String(number / 1000).replace('.', ',')} TB`)
  if (attribute === 'page_yield')
    return words(`${number.toLocaleString('en')} pages`, `${number.toLocaleString('sv')} sidor`)
  const label = labelOf(attribute, value)
  const { unit } = attributes[attribute]
  return label && unit && !Number.isNaN(number) ? inEachLanguage((language) => `${label[language]} ${unit}`) : label
}
