import { createShop } from './create-shop.ts'
import { loadEnv } from './platform/env.ts'
import { type Shop } from './shop.ts'

let shop: Promise<Shop> | undefined

/** Returns the services under `astro dev`, where main.ts does not run; created once and kept across module reloads. */
export function developmentShop(): Promise<Shop> {
  return (shop ??= createShop(loadEnv()))
}
