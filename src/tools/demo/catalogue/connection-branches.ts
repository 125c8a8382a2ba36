import { branch } from './branch.ts'

export const cablesBranch = branch(
  'cables-and-adapters',
  'usb-cable',
  ['Cables & adapters', 'Kablar och adaptrar'],
  ['Choose by the two ends, then the length.', 'Välj efter de två ändarna, sedan längden.'],
  [
    branch(
      'usb-cables',
      'usb-cable',
      ['USB cables', 'USB-kablar'],
      ['For data and charging.', 'För data och laddning.'],
    ),
    branch(
      'display-cables',
      'video-cable',
      ['Display cables', 'Bildkablar'],
      ['HDMI, DisplayPort and DVI.', 'HDMI, DisplayPort och DVI.'],
      [
        branch(
          'hdmi-cables',
          'video-cable',
          ['HDMI cables', 'HDMI-kablar'],
          ['Up to 4K at 120 Hz.', 'Upp till 4K i 120 Hz.'],
        ),
        branch(
          'displayport-cables',
          'video-cable',
          ['DisplayPort cables', 'DisplayPort-kablar'],
          ['With and without latch.', 'Med och utan lås.'],
        ),
      ],
    ),
    branch(
      'network-cables',
      'network-cable',
      ['Network cables', 'Nätverkskablar'],
      ['Shielded and unshielded patch cables.', 'Skärmade och oskärmade patchkablar.'],
    ),
    branch(
      'adapters',
      'adapter-dongle',
      ['Adapters', 'Adaptrar'],
      ['From one connector to another.', 'Från en kontakt till en annan.'],
    ),
  ],
)

export const networkBranch = branch(
  'networking',
  'wifi-card',
  ['Networking', 'Nätverk'],
  ['Cards for wireless and wired networks.', 'Kort för trådlösa och trådbundna nätverk.'],
  [
    branch(
      'wifi-cards',
      'wifi-card',
      ['Wi-Fi cards', 'Wifi-kort'],
      ['M.2 cards with Bluetooth.', 'M.2-kort med Bluetooth.'],
    ),
    branch(
      'network-cards',
      'network-card',
      ['Network cards', 'Nätverkskort'],
      ['PCIe cards from 1 to 10 Gbit/s.', 'PCIe-kort från 1 till 10 Gbit/s.'],
    ),
  ],
)
