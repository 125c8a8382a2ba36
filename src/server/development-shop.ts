import { loadEnv } from './platform/env.ts'
import { type Shop } from './shop.ts'
import { createShop } from './create-shop.ts'

let shop: Promise<Shop> | undefined

/** The services under `astro dev`, where main.ts does not run; made once and kept while modules reload. */
export function developmentShop(): Promise<Shop> {
  return (shop ??= createShop(loadEnv()))
}
