import { ask, type Facts, type Query } from '../query.ts'
import { keyboard, mouse, networkCard, soundCard, wifiCard, withoutCable } from './kinds.ts'

const model = (of: (attributes: Facts['attributes'], more: Facts) => Facts, brand: string, ...words: string[]) =>
  of({}, { brands: [brand], named: words })
/** A keyboard is mechanical when its maker says which switches it has. */
const mechanical = { switch_model: '*' }
/** What its maker calls so by name alone. */
const called = (...words: string[]) => ({ also: [keyboard({}, { named: words })] })

export const keyboardsAndMice: readonly Query[] = [
  ...ask('sv', mouse(withoutCable), 'trådlös mus'),
  ...ask('sv', keyboard(withoutCable), 'trådlöst tangentbord'),
  ...ask('sv', { ...keyboard(mechanical), ...called('mechanical') }, 'mekaniskt tangentbord'),
  ...ask('sv', { ...keyboard({ keyboard_style: 'Gaming' }), ...called('gaming') }, 'gaming tangentbord'),
  ...ask('sv', mouse({ connection: 'bluetooth' }), 'bluetooth mus'),
  ...ask('sv', model(mouse, 'logitech', 'g502'), 'logitech g502'),
  ...ask('sv', keyboard({ tenkeyless: 'yes' }), 'tkl tangentbord'),
  ...ask('sv', keyboard({ keyboard_style: 'Ergonomic*' }), 'ergonomiskt tangentbord'),
  ...ask('sv', { ...mouse({ hand: 'Left' }), also: [mouse({ hand: 'Both' })] }, 'vänsterhänt mus'),
  ...ask('sv', mouse({ colour: 'white' }), 'vit mus'),
  ...ask('sv', keyboard({ colour: 'red' }), 'rött tangentbord', 'röda tangentbord'),
  ...ask('sv', keyboard({ switch_model: 'Cherry MX Red*' }), 'tangentbord cherry mx red'),
  ...ask('en', keyboard({ switch_model: 'Cherry MX Brown*' }), 'mechanical keyboard cherry mx brown'),
  ...ask('en', mouse(withoutCable), 'wireless mouse'),
  ...ask('en', keyboard({ tenkeyless: 'yes', ...mechanical }), 'tkl mechanical keyboard'),
  ...ask('en', model(mouse, 'razer', 'deathadder'), 'razer deathadder'),
  ...ask('en', model(mouse, 'logitech', 'mx', 'master', '3s'), 'mx master 3s'),
  ...ask('en', mouse({ tracking: 'Trackball' }), 'trackball mouse', 'trackball'),
  ...ask('en', mouse({ tracking: 'Laser' }), 'laser mouse'),
  ...ask('en', model(keyboard, 'corsair', 'k70'), 'corsair k70'),
  ...ask('en', model(keyboard, 'keychron', 'k2'), 'keychron k2'),
  ...ask('en', keyboard({ keyboard_style: 'Gaming', backlight_colour: 'rgb' }), 'rgb gaming keyboard'),
  ...ask('en', mouse({}, { named: ['vertical*'] }), 'vertical mouse'),
]

export const cards: readonly Query[] = [
  ...ask('sv', networkCard(), 'nätverkskort'),
  ...ask('sv', wifiCard({ interface: ['PCIe*', 'M.2 PCIe'] }), 'wifi kort pcie'),
  ...ask('sv', wifiCard({ wifi: 'wifi_6e' }), 'wifi 6e kort'),
  ...ask('sv', wifiCard({ interface: 'USB*' }), 'usb wifi', 'trådlöst nätverkskort usb'),
  ...ask('sv', soundCard(), 'ljudkort'),
  ...ask('sv', soundCard({ interface: 'PCIe*' }), 'ljudkort pcie'),
  ...ask('en', networkCard({ interface: 'PCIe*' }), 'ethernet card pcie'),
  ...ask('en', { ...wifiCard({ wifi: 'wifi_6' }), also: [wifiCard({ wifi: 'wifi_6e' })] }, 'wifi 6 card'),
  ...ask('en', wifiCard({ interface: 'USB*' }), 'usb wifi adapter'),
  ...ask('en', networkCard({ interface: 'USB*' }), 'usb ethernet adapter'),
  ...ask('en', wifiCard({}, { brands: ['intel'], named: ['ax210'] }), 'intel ax210'),
  ...ask('en', soundCard({ sound_channels: '7.1' }), 'sound card 7.1'),
  ...ask('en', soundCard({}, { named: ['sound', 'blaster*'] }), 'sound blaster'),
]
