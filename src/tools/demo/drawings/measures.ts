import { adapterFrame } from './bench.ts'
import { fanRadius, padFrame } from './cooling.ts'
import { faceMillimetres, panelFrame } from './displays.ts'
import type { DrawingKind } from './drawing.ts'
import { screwSize } from './hardware.ts'
import { keyboardFrame } from './input.ts'
import { dimmFrame, sodimmFrame } from './memory.ts'
import { plugNames } from './plug-names.ts'
import { batteryFrame, chargerBody } from './power.ts'
import { m2Frame } from './storage.ts'
import { amount, factText, type DrawnFacts } from './subject.ts'

/** Edges in the drawing. */
type Frame = { left: number; top: number; width: number; height: number }

/** What a dimension drawing states: width and height of a frame in millimetres, and a line of further measures. */
export type Measures = { frame: Frame; wide?: number | undefined; high?: number | undefined; notes: readonly string[] }

type Measuring = (facts: DrawnFacts) => Measures

const frame = (left: number, top: number, width: number, height: number): Frame => ({ left, top, width, height })

const number = (facts: DrawnFacts, id: string): number | undefined => (facts[id] ? amount(facts, id, 0) : undefined)

/** Texts like `60 MM` for the facts that a part has. */
const notes = (
  facts: DrawnFacts,
  ...shown: readonly (readonly [id: string, before: string, unit: string])[]
): string[] => shown.flatMap(([id, before, unit]) => (facts[id] ? [`${before}${factText(facts, id)}${unit}`] : []))

/** Width and height as the part states them, `wide_mm` and `high_mm`, on a fixed frame. */
const stated =
  (at: Frame, ...shown: readonly (readonly [id: string, before: string, unit: string])[]): Measuring =>
  (facts) => ({
    frame: at,
    wide: number(facts, 'wide_mm'),
    high: number(facts, 'high_mm'),
    notes: notes(facts, ...shown),
  })

const inches = ['screen_size', '', '"'] as const
const thickness = ['thickness', '', ' MM'] as const

const driveSizes: Readonly<Record<string, readonly [number, number]>> = { in_25: [69.9, 100], in_35: [101.6, 147] }

const drive =
  (at: Frame): Measuring =>
  (facts) => {
    const [wide, high] = driveSizes[factText(facts, 'form_factor')] ?? []
    return { frame: at, wide, high, notes: notes(facts, thickness) }
  }

const battery: Measuring = (facts) => ({
  frame: batteryFrame(facts),
  wide: number(facts, 'wide_mm'),
  high: number(facts, 'high_mm'),
  notes: notes(facts, ['thick_mm', '', ' MM'], ['plug_pins', '', ' PIN']),
})

const charger: Measuring = (facts) => ({
  frame: chargerBody(facts),
  wide: number(facts, 'wide_mm'),
  high: number(facts, 'high_mm'),
  notes: [plugNames[factText(facts, 'plug')] ?? '', ...notes(facts, ['length', '', ' M'])].filter(Boolean),
})

const m2: Measuring = (facts) => {
  const at = m2Frame(facts)
  const isStated = factText(facts, 'form_factor').startsWith('m2')
  return {
    frame: at,
    wide: isStated ? at.mm : undefined,
    high: isStated ? 22 : undefined,
    notes: [isStated ? 'KEY M' : ''],
  }
}

const panel: Measuring = (facts) => {
  const face = faceMillimetres(facts)
  return {
    frame: panelFrame(facts),
    wide: face?.width,
    high: face?.height,
    notes: notes(facts, inches, ['pins', '', ' PIN']),
  }
}

const handheld: Measuring = (facts) => {
  const face = faceMillimetres({
    ...facts,
    resolution: factText(facts, 'resolution').split('x').toReversed().join('x'),
  })
  const isPhone = amount(facts, 'screen_size', 6) < 8
  const height = isPhone
    ? 250 + (amount(facts, 'screen_size', 6.1) - 5) * 74
    : 300 + (amount(facts, 'screen_size', 10.4) - 9) * 34
  const width = height * (isPhone ? 0.52 : 0.74)
  const at = frame(240 - width / 2, (isPhone ? 206 : 232) - height / 2, width, height)
  return { frame: at, wide: face?.width, high: face?.height, notes: notes(facts, inches) }
}

const phoneBattery: Measuring = (facts) => {
  const charge = amount(facts, 'capacity_mah', 4000)
  const [width, height] = charge > 5500 ? [360, 300] : [200 + charge / 110, 250 + charge / 48]
  return {
    frame: frame(240 - width / 2, 266 - height / 2, width, height),
    wide: number(facts, 'wide_mm'),
    high: number(facts, 'high_mm'),
    notes: [],
  }
}

const fan: Measuring = (facts) => {
  const radius = fanRadius(amount(facts, 'diameter', 60))
  const x = factText(facts, 'side') === 'left' ? 248 : 232
  return {
    frame: frame(x - radius, 224 - radius, 2 * radius, 2 * radius),
    wide: number(facts, 'diameter'),
    notes: [...notes(facts, ['diameter', 'Ø ', ' MM']), ...notes(facts, ['pins', '', ' PIN'])],
  }
}

const caseFan: Measuring = (facts) => {
  const scale = 0.44 + amount(facts, 'diameter', 120) / 280
  const at = frame(24 + 44 * scale, 20 + 44 * scale, 392 * scale, 392 * scale)
  return {
    frame: at,
    wide: number(facts, 'diameter'),
    high: number(facts, 'diameter'),
    notes: notes(facts, ['pins', '', ' PIN']),
  }
}

const screw: Measuring = (facts) => {
  const { length, shank } = screwSize(facts)
  return {
    frame: frame(150 - shank, 92, 2 * shank, length),
    high: number(facts, 'length_mm'),
    notes: [factText(facts, 'thread').toUpperCase().replace('_', '.')].filter(Boolean),
  }
}

const pad: Measuring = (facts) => ({
  frame: padFrame(facts),
  wide: number(facts, 'pad_length'),
  high: number(facts, 'pad_width'),
  notes: notes(facts, thickness),
})

const supply: Measuring = (facts) => {
  const [wide, high, depth] = { atx: [150, 86, 140], sfx: [125, 63.5, 100] }[factText(facts, 'form_factor')] ?? []
  const [across, tall] = { sfx: [336, 240], slim: [424, 168] }[factText(facts, 'form_factor')] ?? [404, 308]
  const at = frame(240 - (across ?? 404) / 2, 240 - (tall ?? 308) / 2, across ?? 404, tall ?? 308)
  return { frame: at, wide, high, notes: depth ? [`DEPTH ${depth} MM`] : notes(facts, ['power', '', ' W']) }
}

const dimm: Measuring = (facts) => ({
  frame: facts['pieces'] ? frame(dimmFrame.left, dimmFrame.top + 64, dimmFrame.width, dimmFrame.height) : dimmFrame,
  ...(facts['memory_type'] ? { wide: 133.4, high: 31.3 } : {}),
  notes: notes(facts, ['memory_type', '', '']),
})

const sodimm: Measuring = (facts) => ({
  frame: sodimmFrame,
  ...(facts['memory_type'] ? { wide: factText(facts, 'memory_type') === 'DDR3L' ? 67.6 : 69.6, high: 30 } : {}),
  notes: notes(facts, ['memory_type', '', '']),
})

const keyboard: Measuring = (facts) => ({
  frame: keyboardFrame(facts),
  wide: number(facts, 'wide_mm'),
  high: number(facts, 'high_mm'),
  notes: [],
})

const roller: Measuring = (facts) => ({
  frame: factText(facts, 'role') === 'separation' ? frame(90, 120, 300, 120) : frame(116, 140, 254, 200),
  wide: number(facts, 'length_mm') ?? number(facts, 'wide_mm'),
  notes: [],
})

const card: Measuring = (facts) => {
  const width = Math.min(396, 140 + amount(facts, 'length_mm', 260) * 0.84)
  return { frame: frame(259 - width / 2, 116, width, 196), wide: number(facts, 'length_mm'), notes: [] }
}

const measuring: Partial<Record<DrawingKind, Measuring>> = {
  'laptop-battery': battery,
  charger,
  'ssd-m2': m2,
  'ssd-25': drive(frame(100, 44, 280, 370)),
  'hard-drive': drive(frame(90, 30, 300, 420)),
  'memory-module': dimm,
  sodimm,
  'screen-panel': panel,
  'phone-screen': handheld,
  tablet: handheld,
  fan,
  'case-fan': caseFan,
  screws: screw,
  'thermal-pad': pad,
  'power-supply': supply,
  'laptop-keyboard': keyboard,
  'printer-roller': roller,
  'video-card': card,
  'cmos-battery': (facts) => {
    const radius = (Number(factText(facts, 'cell').slice(2, 4)) || 20) * 6.4
    return {
      frame: frame(240 - radius, 240 - radius, radius * 2, radius * 2),
      wide: Number(factText(facts, 'cell').slice(2, 4)) || undefined,
      notes: factText(facts, 'cell') ? [`HEIGHT ${Number(factText(facts, 'cell').slice(4)) / 10} MM`] : [],
    }
  },
  'battery-cell': (facts) => ({
    frame: frame(90, 60, 130, 360),
    wide: Number(factText(facts, 'cell').slice(0, 2)) || undefined,
    high: Number(factText(facts, 'cell').slice(2, 4)) || undefined,
    notes: [],
  }),
  'dc-jack': (facts) => ({
    frame: frame(84, 60, 230, 170),
    wide: number(facts, 'wide_mm'),
    high: number(facts, 'high_mm'),
    notes: [plugNames[factText(facts, 'plug')] ?? '', ...notes(facts, ['length_mm', 'CABLE ', ' MM'])].filter(Boolean),
  }),
  'flat-flex-cable': (facts) => ({
    frame: frame(90, 50, 120, 380),
    high: number(facts, 'length_mm'),
    notes: [...notes(facts, ['pins', '', ' PIN']), ...notes(facts, ['pitch', 'PITCH ', ' MM'])],
  }),
  'screen-cable': (facts) => ({
    frame: frame(60, 44, 180, 62),
    wide: number(facts, 'wide_mm'),
    notes: [...notes(facts, ['pins', '', ' PIN']), ...notes(facts, ['pitch', 'PITCH ', ' MM'])],
  }),
  antenna: (facts) => ({ frame: frame(40, 50, 400, 364), high: number(facts, 'length_mm'), notes: ['MHF4'] }),
  trackpad: (facts) => ({
    frame: frame(70, 100, 340, 230),
    wide: number(facts, 'width_mm'),
    high: number(facts, 'high_mm'),
    notes: notes(facts, ['pins', '', ' PIN']),
  }),
  'adapter-dongle': (facts) => stated(adapterFrame(facts), ['length', 'CABLE ', ' M'])(facts),
  'docking-station': stated(frame(28, 180, 424, 150), ['ports', '', ' PORTS']),
  'heatsink-fan': stated(frame(36, 60, 414, 370)),
  speaker: stated(frame(44, 96, 392, 220)),
  microphone: stated(frame(40, 80, 400, 150), ['pins', '', ' PIN']),
  motherboard: stated(frame(44, 40, 392, 400)),
  cpu: stated(frame(48, 48, 384, 372)),
  'phone-battery': phoneBattery,
  'cpu-cooler': stated(frame(84, 70, 312, 342), ['diameter', 'Ø ', ' MM']),
  'io-board': stated(frame(90, 70, 314, 352), ['ports', '', ' PORTS']),
  mouse: stated(frame(108, 94, 264, 356)),
  keycap: stated(frame(99, 30, 282, 282)),
  'charging-port': stated(frame(60, 210, 360, 150)),
  'toner-cartridge': stated(frame(40, 84, 430, 254)),
  'ink-cartridge': stated(frame(120, 60, 264, 378)),
  fuser: stated(frame(36, 70, 408, 290)),
  'desktop-keyboard': stated(frame(18, 160, 444, 188)),
  'external-drive': stated(frame(108, 36, 264, 330)),
  'drive-caddy': stated(frame(40, 100, 400, 300)),
  'optical-drive': stated(frame(36, 40, 408, 388), thickness),
  'network-card': stated(frame(89, 130, 340, 206)),
  'sound-card': stated(frame(84, 130, 350, 206)),
  'fan-controller': stated(frame(44, 140, 392, 260), ['ports', '', ' PORTS']),
  'touch-digitizer': stated(frame(36, 60, 408, 296), inches),
  bezel: stated(frame(36, 96, 408, 288), inches),
  palmrest: stated(frame(26, 90, 428, 300), inches),
  'bottom-cover': stated(frame(26, 84, 428, 312), inches),
  'screen-lid': stated(frame(48, 103, 384, 246), inches),
  hinge: stated(frame(54, 84, 372, 350), inches),
  'webcam-module': stated(frame(30, 132, 420, 176), ['pins', '', ' PIN']),
  'wifi-card': (facts) => ({
    frame: frame(120, 75, 240, 330),
    ...(factText(facts, 'form_factor') === 'm2_2230' ? { wide: 22, high: 30 } : {}),
    notes: ['KEY E'],
  }),
  'esd-mat': (facts) => ({
    frame: frame(30, 50, 420, 250),
    wide: number(facts, 'length_mm'),
    high: number(facts, 'width_mm'),
    notes: notes(facts, ['length', '', ' M']),
  }),
  case: stated(frame(104, 28, 272, 424)),
}

/** The measures that a part's facts state. */
export function measuresOf(kind: DrawingKind, facts: DrawnFacts): Measures {
  const usual = stated(frame(40, 60, 400, 360), ['length_mm', '', ' MM'], ['diameter', 'Ø ', ' MM'], thickness)
  return measuring[kind]?.(facts) ?? usual(facts)
}
