import type { AttributeId } from '../parts/attributes.ts'

/** What decides between the parts of a category: the attributes that their cards show. */
const facts: Readonly<Record<string, readonly AttributeId[]>> = {
  'laptop-batteries': ['capacity_wh', 'voltage', 'condition'],
  'laptop-screens': ['resolution', 'surface', 'refresh_rate'],
  'laptop-keyboards': ['layout', 'backlight', 'colour'],
  trackpads: ['colour', 'width_mm', 'pins'],
  'laptop-cooling': ['side', 'fan_speed', 'pins'],
  'laptop-frames': ['colour', 'material', 'condition'],
  'laptop-power-in': ['plug', 'length_mm', 'pins'],
  'laptop-motherboards': ['processor_cores', 'capacity_gb', 'condition'],
  'laptop-senses': ['side', 'power', 'pins'],
  'laptop-cables': ['pins', 'length_mm', 'pitch'],
  'laptop-memory': ['memory_type', 'capacity_gb', 'latency'],
  'desktop-memory': ['memory_type', 'capacity_gb', 'latency'],
  ssd: ['read_speed', 'interface', 'endurance'],
  'hard-drives': ['capacity_gb', 'rotation', 'form_factor'],
  'external-drives': ['capacity_gb', 'interface', 'material'],
  'drive-mounts': ['form_factor', 'material'],
  'laptop-chargers': ['power', 'plug', 'condition'],
  'docking-stations': ['power', 'ports', 'max_resolution'],
  'power-supplies': ['power', 'efficiency', 'form_factor'],
  'power-cords': ['socket_type', 'length', 'colour'],
  'small-batteries': ['voltage', 'chemistry'],
  'case-fans': ['diameter', 'noise', 'airflow'],
  'cpu-coolers': ['power', 'diameter', 'noise'],
  'thermal-paste': ['conductivity', 'mass'],
  'thermal-pads': ['thickness', 'conductivity', 'material'],
  cooling: ['diameter', 'fan_speed', 'noise'],
  'desktop-motherboards': ['socket', 'memory_type', 'form_factor'],
  processors: ['socket', 'processor_cores', 'power'],
  'graphics-cards': ['video_memory', 'power', 'length_mm'],
  cases: ['form_factor', 'colour', 'material'],
  'desktop-keyboards': ['switches', 'wireless', 'layout'],
  mice: ['wireless', 'colour'],
  'usb-cables': ['end_a', 'end_b', 'data_rate'],
  'display-cables': ['end_a', 'end_b', 'max_resolution'],
  'network-cables': ['cable_class', 'length', 'colour'],
  adapters: ['end_a', 'end_b', 'max_resolution'],
  'wifi-cards': ['wifi', 'bluetooth', 'form_factor'],
  'network-cards': ['data_rate', 'interface', 'ports'],
  'phone-screens': ['panel_type', 'resolution', 'condition'],
  'phone-batteries': ['capacity_mah', 'voltage', 'condition'],
  'tablet-screens': ['panel_type', 'resolution', 'condition'],
  'tablet-batteries': ['capacity_mah', 'voltage', 'condition'],
  'printer-rollers': ['material', 'condition'],
  'toner-and-ink': ['ink_colour', 'page_yield', 'condition'],
  screwdrivers: ['drive_type'],
  screws: ['thread', 'length_mm', 'pieces'],
  tapes: ['width_mm', 'length'],
  'repair-kits': ['pieces', 'condition'],
}

export const categoryFacts = Object.entries(facts).flatMap(([category_id, attributes]) =>
  attributes.map((attribute_id, position) => ({ category_id, attribute_id, position })),
)

/** What decides whether a part of a category can take another's place; differences in quality are allowed. */
const fits: Readonly<Record<string, readonly AttributeId[]>> = {
  'laptop-chargers': ['plug', 'voltage', 'power'],
  'power-supplies': ['form_factor', 'power'],
  'usb-cables': ['end_a', 'end_b'],
  'display-cables': ['end_a', 'end_b'],
  adapters: ['end_a', 'end_b'],
  'laptop-memory': ['memory_type', 'form_factor', 'capacity_gb'],
  'desktop-memory': ['memory_type', 'form_factor', 'capacity_gb'],
  ssd: ['form_factor', 'interface', 'capacity_gb'],
  'network-cards': ['form_factor', 'interface'],
}

export const fitAttributes = Object.entries(fits).flatMap(([category_id, attributes]) =>
  attributes.map((attribute_id) => ({ category_id, attribute_id })),
)
