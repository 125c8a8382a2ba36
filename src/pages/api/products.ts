import { Products } from '../../contracts/calls/products.ts'
import { endpoint } from '../../server/platform/http/calls/endpoint.ts'
import { findProducts } from '../../server/storefront/find-products.ts'

export const GET = endpoint(Products, findProducts)
