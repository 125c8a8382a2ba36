import type { NamedDevice } from '../../../contracts/catalog-pages/product-lists.ts'
import { deviceName, type Device } from '../../../domain/products/devices.ts'
import { href } from '../../../routes.ts'

/** Picks the fields that the browser stores to remember a device. */
export function namedDevice(device: Device & { slug: string }): NamedDevice {
  const { slug } = device
  return {
    slug,
    name: deviceName(device),
    paths: { en: href('en', 'device', { slug }), sv: href('sv', 'device', { slug }) },
  }
}
